package dev.hira.policy.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.Admission;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Loaded rules judge, charge and choose; failures do no harm. */
final class RuleBookTest {
    private static final long MS = 1_000_000;
    private static final int CALLS = 0;
    private static final int MEMORY = 1;

    private long now;
    private final List<RuleFailure> failures = new ArrayList<>();
    private final RuleBook book = new RuleBook(() -> now, failures::add);
    private final FakeVm vm = new FakeVm("a");
    private final FakeCommand command = new FakeCommand("cuLaunchKernel", 5);

    private void load(String text) {
        switch (RuleSet.compile(text, RuleSetTest.RESOURCES)) {
            case RuleCompilation.Accepted(RuleSet rules) -> book.load(rules);
            case RuleCompilation.Rejected(List<RuleProblem> problems) ->
                    throw new AssertionError(problems.toString());
        }
    }

    @Test
    void shouldAdmitAndChargeAsItIsWithoutRules() {
        for (AdmissionRules none : List.of(book, AdmissionRules.NONE)) {
            assertThat(none.judge(vm, command)).isSameAs(Admission.ADMIT);
            assertThat(none.consume(vm, CALLS, 17)).isEqualTo(17);
            assertThat(none.judges()).isFalse();
            assertThat(none.meters()).isFalse();
        }
        assertThat(book.priority(vm)).isZero();
    }

    @Test
    void shouldGoByTheFirstRuleThatHolds() {
        load(
                """
                delay if vm.recent > 100 * ms
                deny if held.device_memory + takes.device_memory > 10: "ten is enough"
                retry 7ms
                """);
        assertThat(book.judges()).isTrue();
        assertThat(book.retryNanos()).isEqualTo(7 * MS);
        assertThat(book.judge(vm, command)).isSameAs(Admission.ADMIT);
        vm.held.put(MEMORY, 6L);
        assertThat(book.judge(vm, command))
                .isEqualTo(new Admission.Deny("rule", -1, "ten is enough"));
        vm.recent = 101 * MS;
        assertThat(book.judge(vm, command)).isEqualTo(new Admission.Delay("rule"));
    }

    @Test
    void shouldReadEachNameFromItsSource() {
        vm.used = 1;
        vm.sessions = 9;
        load(
                """
                deny if vm.name != "a" || vm.class != "default" || vm.share != 1 || vm.cap != 2
                    || vm.reservation != 3 || vm.priority != 4 || vm.credits != 5: "of the grant"
                deny if vm.in_flight != 6 || vm.waiting != 7 || vm.waited != 8
                    || vm.sessions != 9 || vm.used != 1 || vm.recent != 0: "of the counters"
                deny if call.name != "cuLaunchKernel" || call.bytes != 100 || !call.sync
                    || call.work: "of the call"
                deny if uses.calls != 10 || uses.device_memory != 11 || takes.calls != 5
                    || held.device_memory != 0: "of the resources"
                """);
        assertThat(book.judge(vm, command)).isSameAs(Admission.ADMIT);
    }

    @Test
    void shouldChargeByTheRulesButNeverLessThanZero() {
        load("consume calls: charge amount * 2 - 10");
        assertThat(book.consume(vm, CALLS, 17)).isEqualTo(24);
        assertThat(book.consume(vm, CALLS, 1)).isZero();
        assertThat(book.consume(vm, MEMORY, 17)).isEqualTo(17);
    }

    @Test
    void shouldTellConsumptionRulesTheResource() {
        load(
                """
                consume calls: charge resource == "calls" ? amount : 1000
                consume device_time: charge resource == "device_time" ? amount : 1000
                """);
        assertThat(book.consume(vm, CALLS, 5)).isEqualTo(5);
        int deviceTime = RuleSetTest.RESOURCES.size();
        assertThat(book.consume(vm, deviceTime, 7)).isEqualTo(7);
    }

    @Test
    void shouldCountForEachVmByItself() {
        load("counter spent = 1\nconsume device_time: spent = spent + amount\nschedule: -spent");
        book.used(vm, 100);
        book.used(vm, 20);
        assertThat(book.priority(vm)).isEqualTo(-121);
        assertThat(book.priority(new FakeVm("b"))).isEqualTo(-1);
        book.forget("a");
        assertThat(book.priority(vm)).isEqualTo(-1);
    }

    @Test
    void shouldHaveSettingsOfClasses() {
        load("setting boost = 2\nsetting boost of gold = 40\nschedule: boost");
        assertThat(book.priority(vm)).isEqualTo(2);
        vm.grade = "gold";
        assertThat(book.priority(vm)).isEqualTo(40);
    }

    @Test
    void shouldKeepCountersOfTheSameNameWhenOtherRulesAreLoaded() {
        load("counter a\ncounter b\nconsume calls: b = b + amount\nschedule: b");
        book.consume(vm, CALLS, 5);
        load("counter b\ncounter c = 3\nschedule: b * 10 + c");
        assertThat(book.priority(vm)).isEqualTo(53);
        assertThat(book.consume(vm, CALLS, 5)).isEqualTo(5);
        assertThat(book.priority(vm)).isEqualTo(53);
    }

    @Test
    void shouldTakeAFailedConditionAsOneThatHoldsAndTellOnceASecond() {
        load("\ndeny if 10 / vm.sessions > 100: \"many\"");
        for (int i = 0; i < 300; i++) {
            assertThat(book.judge(vm, command)).isInstanceOf(Admission.Deny.class);
            now += 5 * MS;
        }
        assertThat(failures).hasSize(2);
        assertThat(failures.getFirst().line()).isEqualTo(2);
        assertThat(failures.getFirst().vm()).isEqualTo("a");
        assertThat(failures.getFirst().reason()).contains("zero");
        assertThat(failures.getFirst().times()).isEqualTo(1);
        assertThat(failures.getLast().times()).isEqualTo(100);
        vm.sessions = 1;
        now += VmRules.BACKOFF_NANOS;
        assertThat(book.judge(vm, command)).isSameAs(Admission.ADMIT);
    }

    @Test
    void shouldPutAVmLastForAWhileAfterItsPriorityFailed() {
        load("schedule: 100 / vm.sessions");
        assertThat(book.priority(vm)).isEqualTo(Double.NEGATIVE_INFINITY);
        vm.sessions = 1;
        now += VmRules.BACKOFF_NANOS - 1;
        assertThat(book.priority(vm)).isEqualTo(Double.NEGATIVE_INFINITY);
        now += 1;
        assertThat(book.priority(vm)).isEqualTo(100);
    }

    @Test
    void shouldNotLetAFailureOfOneVmTouchAnother() {
        load("deny if 10 / vm.sessions > 100: \"many\"");
        assertThat(book.judge(vm, command)).isInstanceOf(Admission.Deny.class);
        var other = new FakeVm("b");
        other.sessions = 1;
        assertThat(book.judge(other, command)).isSameAs(Admission.ADMIT);
    }

    @Test
    void shouldChangeNothingWhenAConsumptionFails() {
        load(
                """
                counter spent
                consume calls: spent = spent + 9223372036854775807
                consume calls: charge amount / spent
                schedule: 100 / (spent - 9223372036854775807)
                """);
        assertThat(book.consume(vm, CALLS, 5)).isZero();
        now += VmRules.BACKOFF_NANOS;
        assertThat(book.consume(vm, CALLS, 5)).isZero();
        assertThat(book.priority(vm)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(failures).extracting(RuleFailure::line).containsExactly(2, 4);
    }
}
