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
}
