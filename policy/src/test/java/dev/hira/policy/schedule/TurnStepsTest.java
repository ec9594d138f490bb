package dev.hira.policy.schedule;

import static dev.hira.policy.schedule.SimGate.MS;
import static dev.hira.policy.schedule.SimGate.S;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The schedulers that give turns, decision by decision; a tick has 10 ms unless said otherwise. */
final class TurnStepsTest {
    private static final long NEVER = Long.MAX_VALUE;

    private SchedulerSteps gate = gate("round-robin");

    private static SchedulerSteps gate(String name) {
        boolean slices = name.startsWith("timeslice");
        return new SchedulerSteps(SimGate.create(name, slices ? "slice" : "tick", "10ms"));
    }

    /** Continues with another scheduler. */
    private void use(String name) {
        gate = gate(name);
    }

    private SimFlow join(String vm, long credits) {
        return gate.join(new SimVm(vm).credits(credits), "");
    }

    private long wakeAt() {
        return gate.scheduler.wakeAt(gate.now);
    }

    /** Makes each flow have a command that waits. */
    private void send(SimFlow... flows) {
        for (SimFlow flow : flows) {
            gate.send(flow, MS);
        }
    }

    /**
     * Has the flow use its turn with kernels that leave the device empty at its end, and returns
     * the length of the turn. A command of the flow waits before and after.
     */
    private long turn(SimFlow flow) {
        return overusedTurn(flow, 0);
    }

    /** Like {@link #turn}, with a kernel that lasts longer than the turn. */
    private long overusedTurn(SimFlow flow, long overuse) {
        assertThat(gate.pick()).isSameAs(flow);
        gate.grant(flow);
        gate.send(flow, MS);
        long length = wakeAt() - gate.now;
        gate.now += length + overuse;
        gate.end(flow, length + overuse);
        return length;
    }

    @Test
    void shouldGiveTurnsInTheOrderOfArrival() {
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        SimFlow c = gate.join("c");
        send(c, b, a);
        assertThat(turn(a)).isEqualTo(10 * MS);
        assertThat(turn(b)).isEqualTo(10 * MS);
        assertThat(turn(c)).isEqualTo(10 * MS);
        assertThat(turn(a)).isEqualTo(10 * MS);
        gate.withdraw(b);
        assertThat(turn(c)).isEqualTo(10 * MS);
    }

    @Test
    void shouldLetOnlyTheHolderSubmitUntilItsTurnEnds() {
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        send(a, b);
        assertThat(wakeAt()).as("no turn has begun").isEqualTo(NEVER);
        gate.grant((SimFlow) gate.pick());
        gate.now = 10 * MS - 1;
        assertThat(gate.pick()).as("its work is at the device").isNull();
        assertThat(wakeAt()).isEqualTo(10 * MS);
        gate.now = 10 * MS;
        assertThat(wakeAt()).isEqualTo(NEVER);
        assertThat(gate.pick()).isSameAs(b);
        gate.withdraw(b);
        gate.now = 5 * MS;
        assertThat(wakeAt()).as("no other VM wants a turn").isEqualTo(NEVER);
    }

    @Test
    void shouldPassOnATurnThatIsNotUsedForAWhile() {
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        send(a, b);
        gate.grant((SimFlow) gate.pick());
        gate.now = 3 * MS;
        gate.end(a, MS);
        assertThat(wakeAt()).isEqualTo(4 * MS);
        gate.now = 4 * MS - 1;
        assertThat(gate.pick()).isNull();
        gate.now = 4 * MS;
        assertThat(gate.pick()).isSameAs(b);
        send(a);
        assertThat(gate.pick()).as("it is back before another turn begins").isSameAs(a);
    }

    @Test
    void shouldPassOnATurnThatEndsBeforeItIsUnusedForLong() {
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        send(a, b);
        gate.grant((SimFlow) gate.pick());
        gate.now = 9 * MS + MS / 2;
        gate.end(a, MS);
        assertThat(wakeAt()).isEqualTo(10 * MS);
    }

    @Test
    void shouldPassOnTheTurnOfAVmThatLeaves() {
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        SimFlow c = gate.join("c");
        send(a, b, c);
        gate.grant((SimFlow) gate.pick());
        gate.withdraw(c);
        gate.scheduler.left(c, gate.now);
        assertThat(gate.pick()).as("the holder is still there").isNull();
        gate.end(a, MS);
        gate.scheduler.left(a, gate.now);
        assertThat(wakeAt()).isEqualTo(NEVER);
        assertThat(gate.pick()).isSameAs(b);
    }

    @Test
    void shouldBeginWithTheHighestCreditsAndGiveEachVmOneTickFirst() {
        use("acc-credit");
        SimFlow poor = join("poor", 100);
        SimFlow rich = join("rich", 300);
        SimFlow middle = join("middle", 151);
        send(poor, rich, middle);
        for (SimFlow flow : new SimFlow[] {rich, middle, poor}) {
            assertThat(turn(flow)).isEqualTo(10 * MS);
        }
        assertThat(turn(rich)).isEqualTo(30 * MS);
        assertThat(turn(middle)).as("rounded").isEqualTo(20 * MS);
        assertThat(turn(poor)).isEqualTo(10 * MS);
    }

    @Test
    void shouldCountTurnsInTheCreditsOfTheVmsThatTakePart() {
        use("credit");
        SimFlow a = join("a", 100);
        SimFlow b = join("b", 300);
        SimFlow never = join("never", 50);
        send(a, b);
        assertThat(turn(a)).isEqualTo(10 * MS);
        assertThat(turn(b)).isEqualTo(30 * MS);
        gate.withdraw(a);
        SimFlow other = join("other", 300);
        send(other);
        assertThat(turn(other)).as("a was served lately").isEqualTo(30 * MS);
        gate.now = 10 * MS + S - 1;
        assertThat(turn(b)).as("it still was").isEqualTo(30 * MS);
        assertThat(turn(other)).as("it was quiet for a scan").isEqualTo(10 * MS);
        send(never);
        assertThat(turn(b)).as("a newcomer waits").isEqualTo(60 * MS);
    }

    @Test
    void shouldCountAVmWithALongKernelAsTakingPart() {
        use("credit");
        SimFlow a = join("a", 100);
        SimFlow b = join("b", 300);
        send(a, b);
        assertThat(gate.pick()).isSameAs(a);
        gate.grant(a);
        gate.now = 2 * S;
        SimFlow other = join("other", 300);
        send(other);
        assertThat(turn(b)).isEqualTo(30 * MS);
        gate.end(a, 2 * S);
    }

    @Test
    void shouldGiveNoMoreTicksThanTheMost() {
        gate = new SchedulerSteps(SimGate.create("credit", "tick", "10ms", "most", "5"));
        SimFlow a = join("a", 1);
        SimFlow b = join("b", 1_000);
        send(a, b);
        assertThat(turn(a)).isEqualTo(10 * MS);
        assertThat(turn(b)).isEqualTo(50 * MS);
    }

    @Test
    void shouldShareTurnsAmongEqualCreditsInCoSched() {
        use("co-sched");
        SimFlow poor = join("poor", 100);
        SimFlow a = join("a", 200);
        SimFlow b = join("b", 200);
        send(poor, b, a);
        turn(a);
        turn(b);
        turn(a);
        gate.withdraw(b);
        turn(a);
        gate.withdraw(a);
        turn(poor);
    }

    @Test
    void shouldAddCreditsForEachTurnThatAVmWaitsInAugmentedCredit() {
        use("aug-c");
        SimFlow a = join("a", 200);
        SimFlow b = join("b", 100);
        send(a, b);
        for (int i = 0; i < 3; i++) {
            turn(a);
            turn(a);
            turn(b);
        }
        gate.withdraw(b);
        turn(a);
        turn(a);
        send(b);
        turn(a);
    }

    @Test
    void shouldGiveAVmWithLessThanItsReservationLongerTurnsUntilItHasIt() {
        use("sla");
        SimFlow a = gate.join(new SimVm("a").reservation(650 * MS), "");
        SimFlow b = gate.join("b");
        send(a, b);
        long[] lengths = new long[4];
        for (int second = 0; second < 4; second++) {
            while (gate.now < (second + 1) * S - 100 * MS) {
                lengths[second] = turn(a);
                turn(b);
            }
            gate.now = (second + 1) * S;
        }
        assertThat(lengths).containsExactly(10 * MS, 20 * MS, 30 * MS, 20 * MS);
        assertThat(gate.scheduler.strain()).isZero();
    }

    @Test
    void shouldBeStrainedWhileAReservationIsMissedForThreeScans() {
        use("sla");
        SimFlow a = gate.join(new SimVm("a").reservation(S), "");
        SimFlow b = gate.join("b");
        send(a, b);
        for (int scan = 1; scan <= 3; scan++) {
            assertThat(gate.scheduler.strain()).isZero();
            gate.now = scan * S;
            turn(a);
            turn(b);
        }
        assertThat(gate.scheduler.strain()).isEqualTo(1);
        gate.withdraw(a);
        gate.now = 4 * S;
        turn(b);
        gate.now = 5 * S;
        turn(b);
        assertThat(gate.scheduler.strain()).as("it wants nothing").isZero();
    }

    @Test
    void shouldNotOweAVmMoreThanItAskedFor() {
        use("sla");
        SimFlow a = gate.join(new SimVm("a").reservation(500 * MS), "");
        SimFlow b = gate.join("b");
        send(b);
        for (int scan = 1; scan <= 3; scan++) {
            gate.serve(a, MS, 100 * MS);
            gate.now = scan * S;
            turn(b);
        }
        assertThat(gate.scheduler.strain()).isZero();
        send(a);
        assertThat(turn(a)).as("its first turn").isEqualTo(10 * MS);
        turn(b);
        assertThat(turn(a)).isEqualTo(10 * MS);
    }

    @Test
    void shouldOweAVmTheTimeThatItWaited() {
        use("sla");
        SimFlow a = gate.join(new SimVm("a").reservation(500 * MS), "");
        SimFlow b = gate.join("b");
        send(b);
        for (int scan = 1; scan <= 3; scan++) {
            send(a);
            gate.now += 400 * MS;
            gate.grant(a);
            gate.now += 100 * MS;
            gate.end(a, 100 * MS);
            gate.now = scan * S;
            turn(b);
        }
        assertThat(gate.scheduler.strain()).isEqualTo(1);
    }

    @Test
    void shouldKeepTheMeanWaitOfRequestsInSla() {
        assertThat(strainByWaits(100 * MS)).isZero();
        assertThat(strainByWaits(100 * MS + 1)).isEqualTo(1);
    }

    /** Returns the strain when requests wait for twice this time and not at all in turn. */
    private int strainByWaits(long mean) {
        gate = new SchedulerSteps(SimGate.create("sla", "wait", "100ms"));
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        send(b);
        for (int scan = 1; scan <= 3; scan++) {
            gate.serve(a, MS, MS);
            send(a);
            gate.now += 2 * mean;
            gate.grant(a);
            gate.end(a, MS);
            gate.now = scan * S;
            turn(b);
        }
        return gate.scheduler.strain();
    }

    @Test
    void shouldShortenTheNextSliceByOveruse() {
        use("timeslice");
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        send(b, a);
        assertThat(overusedTurn(a, 4 * MS)).isEqualTo(10 * MS);
        assertThat(turn(b)).isEqualTo(10 * MS);
        assertThat(turn(a)).isEqualTo(6 * MS);
        assertThat(turn(b)).isEqualTo(10 * MS);
        assertThat(turn(a)).isEqualTo(10 * MS);
    }

    @Test
    void shouldPassOverAVmOnceForEachSliceThatItOverused() {
        use("timeslice");
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        send(a, b);
        overusedTurn(a, 23 * MS);
        for (int i = 0; i < 3; i++) {
            assertThat(turn(b)).isEqualTo(10 * MS);
        }
        assertThat(turn(a)).isEqualTo(7 * MS);
    }

    @Test
    void shouldForgiveRoundsInWhichAllAreOverdrawn() {
        use("timeslice");
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        send(a, b);
        overusedTurn(a, 45 * MS);
        overusedTurn(b, 22 * MS);
        assertThat(turn(b)).as("two slices to four").isEqualTo(8 * MS);
        assertThat(turn(b)).as("none to two or one").isEqualTo(10 * MS);
    }

    @Test
    void shouldRememberTheOveruseOfAVmThatDoesNotWait() {
        use("timeslice");
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        send(a, b);
        overusedTurn(a, 13 * MS);
        gate.withdraw(a);
        for (int i = 0; i < 5; i++) {
            turn(b);
        }
        send(a);
        turn(b);
        assertThat(turn(a)).isEqualTo(7 * MS);
    }

    @Test
    void shouldKeepASliceToItsEndWhenDisengaged() {
        use("timeslice-disengaged");
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        send(a, b);
        gate.grant((SimFlow) gate.pick());
        gate.now = MS;
        gate.end(a, MS);
        gate.now = 10 * MS - 1;
        assertThat(gate.pick()).isNull();
        assertThat(wakeAt()).isEqualTo(10 * MS);
        gate.now = 10 * MS;
        assertThat(gate.pick()).isSameAs(b);
    }
}
