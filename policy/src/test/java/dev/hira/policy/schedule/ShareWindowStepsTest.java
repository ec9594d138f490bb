package dev.hira.policy.schedule;

import static dev.hira.policy.schedule.SimGate.MS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** AvA's schedulers, decision by decision: a window of 500 ms, delays of 5 ms or 1 ms and more. */
final class ShareWindowStepsTest {
    private static final long NEVER = Long.MAX_VALUE;

    private SchedulerSteps gate = new SchedulerSteps(SimGate.create("wfq-fixed"));

    @Test
    void shouldPostponeAVmOverItsShareAndThenLookAgain() {
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        gate.join("idle");
        gate.serve(a, MS, 10 * MS);
        gate.send(a, MS);
        gate.send(b, MS);
        assertThat(gate.pick()).isSameAs(b);
        assertThat(gate.wakeAt()).isEqualTo(15 * MS);
        gate.grant(b);
        assertThat(gate.pick()).isNull();
        gate.now = 15 * MS - 1;
        gate.end(b, 10 * MS - 1);
        assertThat(gate.pick()).as("it is not looked at yet").isNull();
        gate.now = 15 * MS;
        assertThat(gate.pick()).as("over its half by a nanosecond").isNull();
        assertThat(gate.wakeAt()).isEqualTo(20 * MS);
        gate.serve(b, MS, 5 * MS);
        assertThat(gate.pick()).isSameAs(a);
        assertThat(gate.wakeAt()).as("nothing is postponed").isEqualTo(NEVER);
    }

    @Test
    void shouldLetAVmGoThatHasExactlyItsShare() {
        SimFlow a = gate.join("a");
        SimFlow b = gate.join(new SimVm("b").share(3), "");
        gate.serve(a, MS, 10 * MS);
        gate.serve(b, MS, 30 * MS);
        gate.send(a, MS);
        assertThat(gate.pick()).isSameAs(a);
        gate.send(b, MS);
        gate.withdraw(a);
        assertThat(gate.pick()).isSameAs(b);
    }

    @Test
    void shouldShareWithVmsThatWaitOrWorkOrHaveUsedSomething() {
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        gate.serve(a, MS, 10 * MS);
        gate.send(a, MS);
        assertThat(gate.pick()).as("alone").isSameAs(a);
        gate.send(b, MS);
        assertThat(gate.pick()).isSameAs(b);
        gate.grant(b);
        gate.now += 5 * MS;
        assertThat(gate.pick()).as("the other one is at the device").isNull();
        gate.end(b, MS);
        gate.now += 5 * MS;
        assertThat(gate.pick()).as("the other one used time lately").isNull();
        gate.now = 600 * MS;
        assertThat(gate.pick()).as("not in this window").isSameAs(a);
    }

    @Test
    void shouldNotShareWithAVmWhoseLastUseIsAWindowAgo() {
        SimFlow a = gate.join("a");
        gate.serve(gate.join("b"), MS, 10 * MS);
        gate.now = 600 * MS;
        gate.serve(a, MS, 10 * MS);
        gate.send(a, MS);
        assertThat(gate.pick()).isSameAs(a);
    }

    @Test
    void shouldWakeForTheFirstThatIsLookedAt() {
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        SimFlow c = gate.join("c");
        gate.serve(a, MS, 10 * MS);
        gate.serve(b, MS, 10 * MS);
        gate.send(c, MS);
        gate.grant(c);
        gate.send(b, MS);
        assertThat(gate.pick()).isNull();
        gate.now = 22 * MS;
        gate.send(a, MS);
        assertThat(gate.pick()).isNull();
        assertThat(gate.wakeAt()).isEqualTo(25 * MS);
        gate.withdraw(b);
        assertThat(gate.wakeAt()).isEqualTo(27 * MS);
        gate.now = 27 * MS;
        assertThat(gate.wakeAt()).as("it is time to look").isEqualTo(NEVER);
    }

    @Test
    void shouldScaleTheTimeOfACommandThatOutlastsTheWindow() {
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        gate.now = 600 * MS;
        gate.serve(b, MS, 200 * MS);
        gate.serve(a, MS, 200 * MS);
        gate.send(a, MS);
        assertThat(gate.pick()).as("100 ms of 1,000 ms; 125 ms of 800 ms").isSameAs(a);
        gate.withdraw(a);
        gate.send(b, MS);
        assertThat(gate.pick()).isNull();
    }

    @Test
    void shouldScaleNoTimeOfAVmThatJoinedAMomentAgo() {
        SimFlow a = gate.join("a");
        gate.now = 10_000 * MS;
        gate.serve(a, MS, 100 * MS);
        SimFlow b = gate.join("b");
        gate.serve(b, MS, 50 * MS);
        gate.send(b, MS);
        assertThat(gate.pick()).as("50 ms; the other one used 100 ms of 10,100 ms").isNull();
        gate.send(a, MS);
        assertThat(gate.pick()).isSameAs(a);
    }

    @Test
    void shouldPostponeForLongerEachTimeAndForHalfAsLongAfterAGrant() {
        gate = new SchedulerSteps(SimGate.create("wfq-feedback"));
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        gate.serve(a, MS, 10 * MS);
        gate.send(b, MS);
        gate.grant(b);
        gate.send(a, MS);
        for (long delay = MS; delay <= 4 * MS; delay += MS) {
            assertThat(gate.pick()).isNull();
            assertThat(gate.wakeAt() - gate.now).isEqualTo(delay);
            gate.now = gate.wakeAt();
        }
        gate.grant(a);
        gate.send(a, MS);
        assertThat(gate.pick()).isNull();
        assertThat(gate.wakeAt() - gate.now).isEqualTo(3 * MS);
    }
}
