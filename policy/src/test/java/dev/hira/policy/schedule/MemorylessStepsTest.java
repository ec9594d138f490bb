package dev.hira.policy.schedule;

import static dev.hira.policy.schedule.SimGate.MS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * The schedulers without a memory choose among the waiting flows, of which the oldest comes first.
 */
final class MemorylessStepsTest {
    private static SchedulerSteps gate(String name) {
        return new SchedulerSteps(SimGate.create(name));
    }

    @Test
    void shouldChooseTheEarliestDeadline() {
        SchedulerSteps gate = gate("deadline");
        SimFlow none = gate.join("none");
        SimFlow late = gate.join("late").patience(5 * MS);
        SimFlow early = gate.join("early").patience(3 * MS);
        SimFlow same = gate.join("same").patience(3 * MS);
        gate.send(none, MS);
        assertThat(gate.pick()).isSameAs(none);
        gate.send(late, MS);
        assertThat(gate.pick()).as("before one without a deadline").isSameAs(late);
        gate.send(early, MS);
        gate.send(same, MS);
        assertThat(gate.pick()).as("the older of two").isSameAs(early);
        gate.withdraw(late);
        gate.withdraw(early);
        gate.withdraw(same);
        gate.send(gate.join("none either"), MS);
        assertThat(gate.pick()).isSameAs(none);
    }

    @Test
    void shouldServeADeadlineThatHasPassedFirst() {
        SchedulerSteps gate = gate("deadline");
        gate.now = Long.MAX_VALUE - 10 * MS;
        SimFlow ahead = gate.join("ahead").patience(20 * MS);
        SimFlow late = gate.join("late").patience(MS);
        gate.send(ahead, MS);
        gate.send(late, MS);
        gate.now += 5 * MS;
        assertThat(gate.pick()).as("though the clock wraps around").isSameAs(late);
    }

    @Test
    void shouldChooseTheHighestPriorityAndTheOldestOfEquals() {
        SchedulerSteps gate = gate("priority");
        SimFlow low = gate.join(new SimVm("low").priority(1), "");
        SimFlow first = gate.join(new SimVm("first").priority(2), "");
        SimFlow second = gate.join(new SimVm("second").priority(2), "");
        gate.send(low, MS);
        gate.send(first, MS);
        gate.send(second, MS);
        assertThat(gate.pick()).isSameAs(first);
        assertThat(gate.scheduler.wakeAt(0)).isEqualTo(Long.MAX_VALUE);
    }
}
