package dev.hira.policy.schedule;

import static dev.hira.policy.schedule.SimGate.MS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * The schedulers that sample, decision by decision: free runs of 25 ms, samples of 5 ms or three
 * kernels, and a threshold of 25 ms.
 */
final class SamplingStepsTest {
    private static final long NEVER = Long.MAX_VALUE;

    private final SchedulerSteps gate = gate("disengaged-fair");
    private final SimFlow a = gate.join("a");
    private final SimFlow b = gate.join("b");

    private static SchedulerSteps gate(String name) {
        return new SchedulerSteps(SimGate.create(name, "enough", "3"));
    }

    private static long ahead(SchedulerSteps gate, SimFlow flow) {
        return ((AccountsForGuests) gate.scheduler).ahead(flow);
    }

    private long wakeAt() {
        return gate.scheduler.wakeAt(gate.now);
    }

    /** Has a command of each flow wait when the samples begin. */
    private void beginSamples(SimFlow... flows) {
        for (SimFlow flow : flows) {
            gate.send(flow, MS);
        }
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
        assertThat(wakeAt()).isEqualTo(25 * MS);
        gate.now = 25 * MS;
        assertThat(gate.pick()).isNull();
        assertThat(wakeAt()).as("until work ends").isEqualTo(NEVER);
        gate.end(a, MS);
        assertThat(gate.pick()).isNull();
        gate.end(b, MS);
        assertThat(gate.pick()).isSameAs(a);
    }

    @Test
    void shouldSampleThoseThatWaitOneAfterTheOther() {
        beginSamples(b, a);
        assertThat(gate.pick()).as("the first to join").isSameAs(a);
        assertThat(wakeAt()).isEqualTo(30 * MS);
        gate.now = 30 * MS - 1;
        assertThat(gate.pick()).isSameAs(a);
        gate.now = 30 * MS;
        assertThat(gate.pick()).isSameAs(b);
        gate.now = 35 * MS - 1;
        assertThat(gate.pick()).isSameAs(b);
        assertThat(wakeAt()).isEqualTo(35 * MS);
        gate.now = 35 * MS;
        assertThat(wakeAt()).as("the end of the next free run").isEqualTo(60 * MS);
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
        assertThat(wakeAt()).as("nothing waits").isEqualTo(NEVER);
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
        assertThat(wakeAt()).isEqualTo(NEVER);
        gate.end(a, 5 * MS);
        assertThat(gate.pick()).isSameAs(b);
    }

    @Test
    void shouldEndTheSampleOfAUnitThatStaysQuiet() {
        beginSamples(a, b);
        gate.grant(a);
        gate.now += MS;
        assertThat(wakeAt()).as("its kernel may last to the end").isEqualTo(30 * MS);
        gate.end(a, MS);
        assertThat(gate.pick()).isNull();
        assertThat(wakeAt()).isEqualTo(27 * MS);
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
        assertThat(wakeAt()).isEqualTo(30 * MS);
    }

    @Test
    void shouldWaitForAUnitThatWithdrawsInItsSample() {
        beginSamples(a, b);
        assertThat(gate.pick()).isSameAs(a);
        gate.withdraw(a);
        assertThat(gate.pick()).as("it may submit again").isNull();
        assertThat(wakeAt()).isEqualTo(26 * MS);
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
        assertThat(wakeAt()).isEqualTo(NEVER);
        gate.send(b, MS);
        assertThat(gate.pick()).isSameAs(b);
        assertThat(wakeAt()).isEqualTo(125 * MS);
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

    /** Gives one unit a sample of one kernel that fills its slice. */
    private void sample(SimFlow flow, long nanos) {
        assertThat(gate.pick()).isSameAs(flow);
        gate.grant(flow);
        gate.now += 5 * MS;
        gate.end(flow, nanos);
    }

    @Test
    void shouldBlockAUnitThatWouldExceedTheThresholdInTheNextFreeRun() {
        gate.serve(a, MS, 10 * MS);
        beginSamples(a, b);
        sample(a, 10 * MS);
        gate.send(a, MS);
        sample(b, 5 * MS - 1);
        assertThat(gate.pick()).as("15 ms + 1 ns ahead, 10 ms expected").isNull();
        assertThat(wakeAt()).isEqualTo(60 * MS);
        gate.send(b, MS);
        assertThat(gate.pick()).isSameAs(b);
        gate.now = 60 * MS;
        assertThat(gate.pick()).as("no sample while it is blocked").isSameAs(b);
        sample(b, 5 * MS);
        assertThat(gate.pick()).as("10 ms ahead").isSameAs(a);
    }

    @Test
    void shouldBlockNoUnitWhenTheDeviceWasIdle() {
        gate.serve(b, MS, 1);
        gate.serve(a, MS, 10 * MS);
        beginSamples(a);
        sample(a, 10 * MS);
        gate.now = 100 * MS;
        gate.send(a, MS);
        assertThat(gate.pick()).as("20 ms ahead, 10 ms expected").isSameAs(a);
    }

    @Test
    void shouldNotBlockAUnitThatReachesTheThreshold() {
        gate.serve(a, MS, 10 * MS);
        beginSamples(a, b);
        sample(a, 10 * MS);
        gate.send(a, MS);
        sample(b, 5 * MS);
        assertThat(gate.pick()).isSameAs(a);
    }

    @Test
    void shouldNeverBlockTheUnitThatIsFurthestBehind() {
        gate.serve(a, MS, 40 * MS);
        gate.send(a, MS);
        gate.send(b, MS);
        sample(a, 40 * MS);
        gate.send(a, MS);
        sample(b, 90 * MS);
        assertThat(gate.pick()).as("40 ms are expected").isSameAs(a);
    }

    @Test
    void shouldChargeTheMeanOfTheSampleForEachKernelOfTheFreeRun() {
        SchedulerSteps gate = gate("hybrid");
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        gate.serve(a, MS, MS);
        gate.serve(a, MS, MS);
        gate.serve(b, MS, 3 * MS);
        gate.send(a, MS);
        gate.now = 25 * MS;
        assertThat(gate.pick()).isSameAs(a);
        gate.grant(a);
        gate.send(a, MS);
        gate.grant(a);
        gate.now = 30 * MS;
        gate.end(a, 3 * MS);
        gate.end(a, 5 * MS);
        assertThat(ahead(gate, a)).as("two at 4 ms each, 8 ms sampled; 3 ms").isEqualTo(13 * MS);
        assertThat(ahead(gate, b)).isZero();
    }

    @Test
    void shouldWeighVmsByTheirShares() {
        SchedulerSteps gate = gate("hybrid");
        gate.join(new SimVm("idle").share(100), "");
        SimFlow heavy = gate.join(new SimVm("heavy").share(3), "x");
        gate.join(new SimVm("idle too").share(7), "");
        SimFlow light = gate.join("light");
        gate.serve(heavy, MS, 12 * MS);
        gate.serve(light, MS, 12 * MS);
        gate.now = 25 * MS;
        assertThat(ahead(gate, heavy)).isZero();
        gate.scheduler.wakeAt(gate.now);
        assertThat(ahead(gate, light)).as("12 ms less a third of 12 ms").isEqualTo(8 * MS);
    }

    @Test
    void shouldCompareWithUnitsThatSubmittedInThisCycleOrTheLastOnly() {
        SchedulerSteps gate = gate("hybrid");
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        gate.serve(b, MS, MS);
        assertThat(leadAfterACycle(gate, a)).isEqualTo(2 * MS);
        assertThat(leadAfterACycle(gate, a)).as("the other may still return").isEqualTo(5 * MS);
        assertThat(leadAfterACycle(gate, a)).as("it has not").isZero();
        assertThat(ahead(gate, b)).isZero();
    }

    /** Has a unit use 3 ms of a free run, and returns its lead after the decision. */
    private static long leadAfterACycle(SchedulerSteps gate, SimFlow flow) {
        gate.serve(flow, MS, 3 * MS);
        gate.now += 25 * MS;
        gate.scheduler.wakeAt(gate.now);
        return ahead(gate, flow);
    }

    @Test
    void shouldLetTheOldestGoOfThoseThatTheGuestRanksAlike() {
        SchedulerSteps gate = gate("hybrid");
        SimVm vm = new SimVm("vm");
        SimFlow first = gate.join(vm, "").rank(2);
        SimFlow second = gate.join(vm, "").rank(2);
        gate.send(second, MS);
        gate.send(first, MS);
        assertThat(gate.pick()).isSameAs(second);
        first.rank(1);
        assertThat(gate.pick()).isSameAs(first);
    }

    @Test
    void shouldWakeForTheFirstOfTheInnerPhases() {
        SchedulerSteps gate = gate("nested");
        SimFlow early = gate.join("early");
        SimFlow late = gate.join("late");
        gate.send(early, MS);
        gate.now = MS / 2;
        gate.send(late, MS);
        assertThat(gate.scheduler.wakeAt(gate.now)).isEqualTo(MS);
        gate.withdraw(early);
        assertThat(gate.scheduler.wakeAt(gate.now)).isEqualTo(3 * MS / 2);
        gate.withdraw(late);
        assertThat(gate.scheduler.wakeAt(gate.now)).isEqualTo(NEVER);
    }

    @Test
    void shouldWakeForTheInnerPhasesOfTheVmThatHasTheTurn() {
        SchedulerSteps gate = new SchedulerSteps(SimGate.create("nested"));
        SimVm vm = new SimVm("vm");
        SimFlow x = gate.join(vm, "x");
        SimFlow y = gate.join(vm, "y");
        gate.send(y, MS);
        assertThat(gate.pick()).isSameAs(y);
        assertThat(gate.scheduler.wakeAt(0)).as("the inner free run").isEqualTo(MS);
        gate.send(x, MS);
        gate.now = MS;
        assertThat(gate.pick()).as("the inner sample").isSameAs(x);
        gate.now = 25 * MS;
        gate.grant(x);
        assertThat(gate.scheduler.wakeAt(gate.now)).isEqualTo(NEVER);
    }

    @Test
    void shouldKeepNothingOfTasksThatHaveLeft() {
        SchedulerSteps gate = gate("nested");
        SimVm vm = new SimVm("vm");
        SimFlow one = gate.join(vm, "x");
        SimFlow two = gate.join(vm, "x");
        gate.scheduler.left(one, 0);
        gate.send(two, MS);
        assertThat(gate.pick()).as("its task and VM are still there").isSameAs(two);
        gate.withdraw(two);
        gate.scheduler.left(two, 0);
        assertThat(Reachable.from(gate.scheduler, Flow.class, Tenant.class)).isEmpty();
    }
}
