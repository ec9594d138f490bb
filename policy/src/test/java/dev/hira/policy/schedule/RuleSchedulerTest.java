package dev.hira.policy.schedule;

import static dev.hira.policy.schedule.SimGate.MS;
import static dev.hira.policy.schedule.SimGate.S;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.hira.policy.rules.RuleBook;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Operators' rules order VMs as they specify. */
final class RuleSchedulerTest {
    private static SimGate gate(RuleBook book) {
        return new SimGate(RuleScheduler.kind(book).create(Map.of()), 2, 2);
    }

    @Test
    void shouldBeAFairQueueWhenTheRulesSaySo() {
        SimGate gate = new SimGate(SimGate.create("rules"), 2, 2);
        SimFlow heavy = gate.add(new SimVm("rs-heavy").share(3), MS).eager();
        SimFlow light = gate.add(new SimVm("rs-light"), 7 * MS).eager();
        gate.run(20 * S);
        assertThat((double) heavy.used / light.used).isCloseTo(3, within(.02));
    }

    @Test
    void shouldReadWhatIsKnownOfAVm() {
        SimGate gate = gate(SimRules.book("schedule: vm.waited / ms - vm.recent / ms * 100"));
        SimFlow a = gate.add(new SimVm("a"), MS).eager();
        SimFlow b = gate.add(new SimVm("b"), 9 * MS).eager();
        gate.run(20 * S);
        assertThat((double) a.used / b.used).isCloseTo(1, within(.1));
    }

    @Test
    void shouldGoByOtherRulesFromTheNextCommandOn() {
        RuleBook book = SimRules.book("schedule: vm.name == 'a' ? 1 : 0");
        SimGate gate = gate(book);
        SimFlow a = gate.add(new SimVm("a"), MS);
        SimFlow b = gate.add(new SimVm("b"), MS).eager();
        SimFlow more = gate.add(new SimVm("a"), MS).eager();
        gate.run(S);
        assertThat(b.used).isLessThan(50 * MS);
        book.load(SimRules.rules("schedule: vm.name == 'a' ? 0.0 : 1.5"));
        long before = a.used + more.used;
        gate.run(S);
        assertThat(a.used + more.used - before).isLessThan(400 * MS);
    }

    @Test
    void shouldBeFirstComeFirstServedWithoutARule() {
        SimGate gate = gate(SimRules.book("# nothing"));
        SimFlow a = gate.add(new SimVm("a"), MS).eager();
        SimFlow b = gate.add(new SimVm("b"), MS).eager();
        gate.run(S);
        assertThat(a.done).isCloseTo(b.done, within(2L));
    }

    private static SchedulerSteps steps(String rules) {
        RuleBook book = SimRules.book(rules);
        return new SchedulerSteps(RuleScheduler.kind(book).create(Map.of()));
    }

    @Test
    void shouldEvaluateAPriorityAgainWhenItIsAMillisecondOld() {
        SchedulerSteps gate = steps("schedule: vm.name == 'a' ? vm.waited : 999999");
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        gate.now = 5 * MS;
        gate.send(a, MS);
        gate.send(b, MS);
        assertThat(gate.pick()).isSameAs(b);
        gate.now = 6 * MS - 1;
        assertThat(gate.pick()).isSameAs(b);
        gate.now = 6 * MS;
        assertThat(gate.pick()).isSameAs(a);
    }

    @Test
    void shouldEvaluateAPriorityAgainAfterAnEventOfItsVm() {
        SchedulerSteps gate =
                steps("schedule: vm.waiting * 10 - vm.in_flight * 100 - vm.recent / ms * 1000");
        SimVm vm = new SimVm("a");
        SimFlow a = gate.join(vm, "");
        SimFlow second = gate.join(vm, "");
        SimFlow b = gate.join("b");
        gate.send(b, MS);
        gate.send(a, MS);
        assertThat(gate.pick()).isSameAs(b);
        gate.send(second, MS);
        assertThat(gate.pick()).as("two of its commands wait").isSameAs(a);
        gate.withdraw(second);
        assertThat(gate.pick()).as("one waits").isSameAs(b);
        gate.send(second, MS);
        assertThat(gate.pick()).isSameAs(a);
        gate.grant(a);
        assertThat(gate.pick()).as("one is at the device").isSameAs(b);
        gate.end(a, 0);
        assertThat(gate.pick()).as("it has ended").isSameAs(b);
        gate.send(a, MS);
        assertThat(gate.pick()).isSameAs(second);
        assertThat(gate.scheduler.wakeAt(gate.now)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldChooseTheOldestCommandOfTheFirstVm() {
        SchedulerSteps gate = steps("schedule: vm.name == 'a' ? 1 : 0");
        SimVm vm = new SimVm("a");
        SimFlow first = gate.join(vm, "");
        SimFlow second = gate.join(vm, "");
        gate.send(gate.join("b"), MS);
        gate.send(second, MS);
        gate.send(first, MS);
        assertThat(gate.pick()).isSameAs(second);
    }

    @Test
    void shouldReadEachNameOfAVmAtADevice() {
        SchedulerSteps gate =
                steps(
                        """
                        schedule: vm.name == "b" ? 1
                            : vm.class == "default" && vm.share == 2 && vm.cap == %d
                              && vm.reservation == 3 && vm.priority == 4 && vm.credits == 5
                              && vm.used == 6 && vm.recent == 7 && vm.in_flight == 1
                              && vm.waiting == 1 && vm.waited == 8 && vm.sessions == 2 ? 2 : 0
                        """
                                .formatted(Long.MAX_VALUE));
        SimVm vm = new SimVm("a").share(2).reservation(3).priority(4).credits(5);
        vm.used = 6;
        SimFlow a = gate.join(vm, "");
        SimFlow other = gate.join(vm, "");
        gate.serve(a, MS, 7);
        gate.send(gate.join("b"), MS);
        gate.send(other, MS);
        gate.grant(other);
        gate.send(a, MS);
        gate.now += 8;
        assertThat(gate.pick()).isSameAs(a);
    }

    @Test
    void shouldTellConsumeRulesHowLongTheOldestCommandHasWaited() {
        SchedulerSteps gate =
                steps(
                        """
                        counter waited
                        consume device_time: waited = vm.waited
                        schedule: vm.name == "b" ? 1 : waited == 8 ? 2 : 0
                        """);
        SimVm vm = new SimVm("a");
        SimFlow first = gate.join(vm, "");
        SimFlow second = gate.join(vm, "");
        SimFlow third = gate.join(vm, "");
        gate.send(first, MS);
        gate.send(third, MS);
        gate.grant(first);
        gate.now += 5;
        gate.send(second, MS);
        gate.withdraw(third);
        gate.now += 8;
        gate.end(first, MS);
        gate.send(gate.join("b"), MS);
        assertThat(gate.pick()).isSameAs(second);
    }

    @Test
    void shouldCountTheWaitOfCommandsThatMayNotGo() {
        SchedulerSteps gate = steps("schedule: vm.name == 'b' ? 7 : vm.waited");
        SimVm vm = new SimVm("a");
        SimFlow barred = gate.join(vm, "");
        SimFlow free = gate.join(vm, "");
        gate.send(barred, MS);
        barred.barred = true;
        gate.now += 8;
        gate.send(free, MS);
        gate.send(gate.join("b"), MS);
        assertThat(gate.pick()).isSameAs(free);
    }
}
