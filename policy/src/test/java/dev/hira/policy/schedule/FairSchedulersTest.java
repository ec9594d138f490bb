package dev.hira.policy.schedule;

import static dev.hira.policy.schedule.SimGate.MS;
import static dev.hira.policy.schedule.SimGate.S;
import static dev.hira.policy.schedule.SimGate.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** AvA's and NEON's schedulers and the hierarchies behave as published. */
final class FairSchedulersTest {
    private static double ratio(long a, long b) {
        return (double) a / b;
    }

    @Test
    void shouldLengthenTheDelayOfAVmOverItsShareAndHalveItOtherwise() {
        var control = new RateControl.Feedback(MS, 3 * MS);
        assertThat(control.over(0)).isEqualTo(MS);
        assertThat(control.over(MS)).isEqualTo(2 * MS);
        assertThat(control.over(5 * MS / 2)).isEqualTo(3 * MS);
        assertThat(control.within(2 * MS)).isEqualTo(MS);
        assertThat(new RateControl.Fixed(5 * MS).over(MS)).isEqualTo(5 * MS);
        assertThat(new RateControl.Fixed(5 * MS).within(MS)).isEqualTo(5 * MS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"wfq-fixed", "wfq-feedback"})
    void shouldBeFairToPairsOfKernelsOfAnyLength(String name) {
        List<Double> unfairness = new ArrayList<>();
        for (long other : new long[] {1, 3, 10, 30, 100}) {
            SimGate gate = SimGate.with(name);
            SimFlow one = gate.add(new SimVm("one"), MS).eager();
            SimFlow two = gate.add(new SimVm("two"), other * MS).eager();
            gate.run(2 * S);
            for (int second = 0; second < 10; second++) {
                long a = one.used;
                long b = two.used;
                gate.run(S);
                long x = one.used - a;
                long y = two.used - b;
                unfairness.add(Math.abs(x - y) / (double) (x + y));
            }
        }
        Collections.sort(unfairness);
        System.err.println(name + ": median unfairness " + unfairness.get(unfairness.size() / 2));
        assertThat(unfairness.get(unfairness.size() / 2)).isLessThan(.026);
    }

    @ParameterizedTest
    @ValueSource(strings = {"wfq-fixed", "wfq-feedback"})
    void shouldShareByWeightInAva(String name) {
        SimGate gate = SimGate.with(name);
        SimFlow heavy = gate.add(new SimVm("heavy").share(3), MS).eager();
        SimFlow light = gate.add(new SimVm("light"), 7 * MS).eager();
        gate.run(20 * S);
        assertThat(ratio(heavy.used, light.used)).isCloseTo(3, within(.3));
    }

    @Test
    void shouldLoseSomeOfTheDeviceToDelaysInAva() {
        SimGate gate = SimGate.with("wfq-fixed");
        gate.add(new SimVm("one"), MS).eager();
        gate.add(new SimVm("two"), MS).think(4 * MS);
        gate.run(10 * S);
        assertThat(gate.busy()).isLessThan(9 * S);
    }

    @ParameterizedTest
    @ValueSource(strings = {"disengaged-fair", "two-level", "nested", "hybrid"})
    void shouldTakeATaskTheSameTimeWhateverItsCompetitorsKernels(String name) {
        List<Long> runtimes = new ArrayList<>();
        for (long length : new long[] {100 * US, 400 * US, MS, 2 * MS, 4 * MS}) {
            runtimes.add(runtime(SimGate.with(name), length));
        }
        System.err.println(name + ": runtimes " + runtimes);
        assertThat(ratio(Collections.max(runtimes), Collections.min(runtimes))).isLessThan(1.05);
        assertThat(runtimes).allSatisfy(r -> assertThat(r).isBetween(1900 * MS, 2100 * MS));
    }

    @Test
    void shouldTakeATaskLongerWithItsCompetitorsKernelsWhenUnscheduled() {
        long shortOnes = runtime(SimGate.with("none"), 100 * US);
        long longOnes = runtime(SimGate.with("none"), 4 * MS);
        assertThat(ratio(longOnes, shortOnes)).isGreaterThan(15);
    }

    /** Returns the runtime of 10,000 kernels of 100 µs beside a competitor. */
    private static long runtime(SimGate gate, long competitor) {
        SimFlow task = gate.add(new SimVm("task"), 100 * US).eager().commands(10_000);
        gate.add(new SimVm("competitor"), competitor).eager();
        while (task.done < 10_000) {
            gate.run(MS);
        }
        return task.finishedAt;
    }

    @Test
    void shouldGiveAVmWithMoreTasksMoreInDisengagedFairButNotInTheHierarchies() {
        assertThat(shareOfFourTasks("disengaged-fair")).isCloseTo(.8, within(.05));
        assertThat(shareOfFourTasks("two-level")).isCloseTo(.5, within(.05));
        assertThat(shareOfFourTasks("nested")).isCloseTo(.5, within(.05));
        assertThat(shareOfFourTasks("hybrid")).isCloseTo(.5, within(.05));
    }

    private static double shareOfFourTasks(String name) {
        var gate = new SimGate(SimGate.create(name), 5, 5);
        var many = new SimVm("many");
        for (int i = 0; i < 4; i++) {
            gate.add(new SimFlow(many, () -> 2 * MS).eager().task("t" + i));
        }
        gate.add(new SimVm("one"), MS).eager();
        gate.run(30 * S);
        System.err.println(name + ": four tasks have " + ratio(many.used, gate.busy()));
        return ratio(many.used, gate.busy());
    }

    @ParameterizedTest
    @ValueSource(strings = {"two-level", "nested"})
    void shouldShareInsideAVmByTaskNotBySession(String name) {
        SimGate gate = new SimGate(SimGate.create(name), 5, 5);
        var vm = new SimVm("vm");
        SimFlow alone = gate.add(new SimFlow(vm, () -> MS).eager().task("alone"));
        for (int i = 0; i < 3; i++) {
            gate.add(new SimFlow(vm, () -> MS).eager().task("crowd"));
        }
        gate.run(10 * S);
        assertThat(ratio(alone.used, gate.busy())).isCloseTo(.5, within(.06));
    }

    @ParameterizedTest
    @ValueSource(strings = {"two-level", "nested", "hybrid"})
    void shouldShareByWeightAmongTheActiveOnly(String name) {
        SimGate gate = SimGate.with(name);
        gate.add(new SimVm("idle").share(1000), MS).commands(0);
        SimFlow heavy = gate.add(new SimVm("heavy").share(3), MS).eager();
        SimFlow light = gate.add(new SimVm("light"), 2 * MS).eager();
        gate.run(30 * S);
        assertThat(ratio(heavy.used, light.used)).isCloseTo(3, within(.4));
    }

    @Test
    void shouldLetAReturningTaskStartWhereTheOthersAre() {
        SimGate gate = SimGate.with("disengaged-fair");
        SimFlow steady = gate.add(new SimVm("steady"), MS).eager();
        gate.add(new SimVm("other"), MS).eager();
        SimFlow returning = gate.add(new SimVm("returning"), MS).think(10 * S);
        gate.run(9 * S);
        returning.think(0);
        gate.run(S + 2 * MS);
        long before = steady.used;
        gate.run(3 * S);
        assertThat(steady.used - before).isGreaterThan(900 * MS);
        assertThat(returning.used).isBetween(600 * MS, 1050 * MS);
    }

    @Test
    void shouldOrderOnlyAGuestsOwnFlowsByItsRank() {
        SimGate gate = SimGate.with("hybrid");
        var vm = new SimVm("vm");
        SimFlow last = gate.add(vm, MS).eager().rank(2);
        SimFlow first = gate.add(vm, MS).eager().rank(1);
        SimFlow other = gate.add(new SimVm("other"), MS).eager().rank(9);
        gate.run(10 * S);
        assertThat(ratio(other.used, gate.busy())).isCloseTo(.5, within(.05));
        assertThat(last.used).isLessThan(first.used / 10);
    }

    @Test
    void shouldShowTheGuestHowFarAheadItsVmIs() {
        SimGate gate = SimGate.with("hybrid");
        SimFlow greedy = gate.add(new SimVm("greedy"), 10 * MS).eager();
        SimFlow meek = gate.add(new SimVm("meek"), MS).eager();
        long most = 0;
        for (int i = 0; i < 200; i++) {
            gate.run(5 * MS);
            most = Math.max(most, ((AccountsForGuests) gate.scheduler()).ahead(greedy));
            assertThat(((AccountsForGuests) gate.scheduler()).ahead(meek)).isLessThan(60 * MS);
        }
        assertThat(most).isBetween(5 * MS, 60 * MS);
    }

    @Test
    void shouldLetTheHighestPriorityGoFirstAndEqualsInTurn() {
        SimGate gate = SimGate.with("priority");
        SimFlow low = gate.add(new SimVm("low"), MS).eager();
        SimFlow a = gate.add(new SimVm("a").priority(5), MS).eager().commands(1000);
        SimFlow b = gate.add(new SimVm("b").priority(5), MS).eager().commands(1000);
        gate.run(1900 * MS);
        assertThat(low.done).isLessThanOrEqualTo(1);
        assertThat(a.done).isCloseTo(b.done, within(2L));
        gate.run(S);
        assertThat(low.done).isGreaterThan(800);
    }

    @Test
    void shouldMeetDeadlinesThatFirstComeFirstServedMisses() {
        assertThat(longestWaitOfTheUrgent("deadline")).isLessThanOrEqualTo(20 * MS);
        assertThat(longestWaitOfTheUrgent("none")).isGreaterThan(60 * MS);
    }

    private static long longestWaitOfTheUrgent(String name) {
        SimGate gate = new SimGate(SimGate.create(name), 1, 1);
        for (int i = 0; i < 8; i++) {
            gate.add(new SimVm("patient" + i), 10 * MS).patience(S);
        }
        SimFlow urgent = gate.add(new SimVm("urgent"), MS).patience(20 * MS).think(10 * MS);
        gate.run(10 * S);
        return urgent.longestWait;
    }
}
