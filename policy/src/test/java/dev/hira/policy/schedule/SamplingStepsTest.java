package dev.hira.policy.schedule;

import static dev.hira.policy.schedule.SimGate.MS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The phases of sampling: free runs of 25 ms, and samples of 5 ms or three kernels. */
final class SamplingStepsTest {
    private static final long NEVER = Long.MAX_VALUE;

    private final SchedulerSteps gate =
            new SchedulerSteps(SimGate.create("disengaged-fair", "enough", "3"));
    private final SimFlow a = gate.join("a");
    private final SimFlow b = gate.join("b");

    /** Has a command of each flow wait when the samples begin. */
    private void beginSamples(SimFlow... flows) {
        gate.send(flows);
        gate.now = 25 * MS;
        gate.pick();
    }

    @Test
    void shouldLetAllSubmitInAFreeRunAndNoneUntilTheDeviceIsEmptyAfterIt() {
        gate.send(a, MS);
        gate.grant(a);
        gate.send(b, MS);
        assertThat(gate.pick()).isSameAs(b);
        gate.grant(b);
        gate.send(a, MS);
        gate.now = 25 * MS - 1;
        assertThat(gate.pick()).isSameAs(a);
        assertThat(gate.wakeAt()).isEqualTo(25 * MS);
        gate.now = 25 * MS;
        assertThat(gate.pick()).isNull();
        assertThat(gate.wakeAt()).as("until work ends").isEqualTo(NEVER);
        gate.end(a, MS);
        assertThat(gate.pick()).isNull();
        gate.end(b, MS);
        assertThat(gate.pick()).isSameAs(a);
    }

    @Test
    void shouldSampleThoseThatWaitOneAfterTheOther() {
        beginSamples(b, a);
        assertThat(gate.pick()).as("the first to join").isSameAs(a);
        assertThat(gate.wakeAt()).isEqualTo(30 * MS);
        gate.now = 30 * MS - 1;
        assertThat(gate.pick()).isSameAs(a);
        gate.now = 30 * MS;
        assertThat(gate.pick()).isSameAs(b);
        gate.now = 35 * MS - 1;
        assertThat(gate.pick()).isSameAs(b);
        assertThat(gate.wakeAt()).isEqualTo(35 * MS);
        gate.now = 35 * MS;
        assertThat(gate.wakeAt()).as("the end of the next free run").isEqualTo(60 * MS);
        assertThat(gate.pick()).as("the oldest in a free run").isSameAs(b);
    }

    @Test
    void shouldNotSampleAUnitThatHasNothingToDo() {
        gate.send(a, MS);
        gate.send(b, MS);
        gate.withdraw(a);
        gate.now = 25 * MS;
        assertThat(gate.pick()).isSameAs(b);
        gate.withdraw(b);
        assertThat(gate.wakeAt()).as("nothing waits").isEqualTo(NEVER);
    }

    @Test
    void shouldEndASampleWhenWorkOfOthersThatCameMeanwhileHasEnded() {
        beginSamples(a, b);
        gate.grant(a);
        SimFlow moved = gate.join("c");
        gate.send(moved, MS);
        gate.grant(moved);
        gate.end(a, MS);
        gate.now = 29 * MS;
        assertThat(gate.pick()).as("the sample of a is over").isNull();
        assertThat(gate.wakeAt()).as("until work ends").isEqualTo(NEVER);
        gate.end(moved, MS);
        assertThat(gate.pick()).isSameAs(b);
    }

    @Test
    void shouldEndASampleAfterEnoughKernels() {
        beginSamples(a, b);
        gate.grant(a);
        gate.now += MS / 10;
        gate.end(a, MS / 10);
        gate.serve(a, MS, MS / 10);
        gate.send(a, MS);
        assertThat(gate.pick()).as("two of three").isSameAs(a);
        gate.grant(a);
        gate.send(a, MS);
        assertThat(gate.pick()).as("the third runs").isNull();
        gate.end(a, MS / 10);
        assertThat(gate.pick()).isSameAs(b);
    }

    @Test
    void shouldWaitForTheWorkOfASampleBeforeTheNext() {
        beginSamples(a, b);
        gate.grant(a);
        gate.send(a, MS);
        gate.now = 30 * MS;
        assertThat(gate.pick()).isNull();
        assertThat(gate.wakeAt()).isEqualTo(NEVER);
        gate.end(a, 5 * MS);
        assertThat(gate.pick()).isSameAs(b);
    }

    @Test
    void shouldEndTheSampleOfAUnitThatStaysQuiet() {
        beginSamples(a, b);
        gate.grant(a);
        gate.now += MS;
        assertThat(gate.wakeAt()).as("its kernel may last to the end").isEqualTo(30 * MS);
        gate.end(a, MS);
        assertThat(gate.pick()).isNull();
        assertThat(gate.wakeAt()).isEqualTo(27 * MS);
        gate.now = 27 * MS - 1;
        assertThat(gate.pick()).isNull();
        gate.now = 27 * MS;
        assertThat(gate.pick()).isSameAs(b);
    }

    @Test
    void shouldEndTheSampleOfAQuietUnitWithItsSlice() {
        beginSamples(a, b);
        gate.grant(a);
        gate.now = 30 * MS - MS / 2;
        gate.end(a, MS);
        assertThat(gate.wakeAt()).isEqualTo(30 * MS);
    }

    @Test
    void shouldWaitForAUnitThatWithdrawsInItsSample() {
        beginSamples(a, b);
        assertThat(gate.pick()).isSameAs(a);
        gate.withdraw(a);
        assertThat(gate.pick()).as("it may submit again").isNull();
        assertThat(gate.wakeAt()).isEqualTo(26 * MS);
        gate.now = 26 * MS;
        assertThat(gate.pick()).isSameAs(b);
    }

    @Test
    void shouldBeginAFreeRunWithTheFirstCommandAfterIdleness() {
        beginSamples(a);
        gate.grant(a);
        gate.now = 26 * MS;
        gate.end(a, MS);
        gate.now = 100 * MS;
        assertThat(gate.wakeAt()).isEqualTo(NEVER);
        gate.send(b, MS);
        assertThat(gate.pick()).isSameAs(b);
        assertThat(gate.wakeAt()).isEqualTo(125 * MS);
    }

    @Test
    void shouldGoOnWithTheNextUnitWhenTheSampledOneLeaves() {
        beginSamples(a, b);
        assertThat(gate.pick()).isSameAs(a);
        gate.withdraw(a);
        gate.scheduler.left(a, gate.now);
        assertThat(gate.pick()).isSameAs(b);
    }

    @Test
    void shouldSkipNoUnitWhenOneLeavesThatWasSampled() {
        SimFlow c = gate.join("c");
        beginSamples(a, b, c);
        gate.now = 30 * MS;
        assertThat(gate.pick()).isSameAs(b);
        gate.withdraw(a);
        gate.scheduler.left(a, gate.now);
        gate.now = 35 * MS;
        assertThat(gate.pick()).isSameAs(c);
    }

    @Test
    void shouldSkipNoUnitWhenOneLeavesThatIsStillToBeSampled() {
        SimFlow c = gate.join("c");
        beginSamples(a, b, c);
        assertThat(gate.pick()).isSameAs(a);
        gate.withdraw(b);
        gate.scheduler.left(b, gate.now);
        gate.now = 30 * MS;
        assertThat(gate.pick()).isSameAs(c);
    }
}
