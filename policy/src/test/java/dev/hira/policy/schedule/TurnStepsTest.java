package dev.hira.policy.schedule;

import static dev.hira.policy.schedule.SimGate.MS;
import static dev.hira.policy.schedule.SimGate.S;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The schedulers that give turns, decision by decision; a tick has 10 ms. */
final class TurnStepsTest {
    private static final long NEVER = Long.MAX_VALUE;

    private SchedulerSteps gate = gate("round-robin");

    private static SchedulerSteps gate(String name) {
        return new SchedulerSteps(SimGate.create(name, "tick", "10ms"));
    }

    /** Continues with another scheduler. */
    private void use(String name) {
        gate = gate(name);
    }

    private SimFlow join(String vm, long credits) {
        return gate.join(new SimVm(vm).credits(credits), "");
    }

    @Test
    void shouldGiveTurnsInTheOrderOfArrival() {
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        SimFlow c = gate.join("c");
        gate.send(c, b, a);
        assertThat(gate.turn(a)).isEqualTo(10 * MS);
        assertThat(gate.turn(b)).isEqualTo(10 * MS);
        assertThat(gate.turn(c)).isEqualTo(10 * MS);
        assertThat(gate.turn(a)).isEqualTo(10 * MS);
        gate.withdraw(b);
        assertThat(gate.turn(c)).isEqualTo(10 * MS);
    }

    @Test
    void shouldLetOnlyTheHolderSubmitUntilItsTurnEnds() {
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        gate.send(a, b);
        assertThat(gate.wakeAt()).as("no turn has begun").isEqualTo(NEVER);
        gate.grantPicked(a);
        gate.now = 10 * MS - 1;
        assertThat(gate.pick()).as("its work is at the device").isNull();
        assertThat(gate.wakeAt()).isEqualTo(10 * MS);
        gate.now = 10 * MS;
        assertThat(gate.wakeAt()).isEqualTo(NEVER);
        assertThat(gate.pick()).isSameAs(b);
        gate.withdraw(b);
        gate.now = 5 * MS;
        assertThat(gate.wakeAt()).as("no other VM wants a turn").isEqualTo(NEVER);
    }

    @Test
    void shouldPassOnATurnThatIsNotUsedForAWhile() {
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        gate.send(a, b);
        gate.grantPicked(a);
        gate.now = 3 * MS;
        gate.end(a, MS);
        assertThat(gate.wakeAt()).isEqualTo(4 * MS);
        gate.now = 4 * MS - 1;
        assertThat(gate.pick()).isNull();
        gate.now = 4 * MS;
        assertThat(gate.pick()).isSameAs(b);
        gate.send(a);
        assertThat(gate.pick()).as("it is back before another turn begins").isSameAs(a);
    }

    @Test
    void shouldPassOnATurnThatEndsBeforeItIsUnusedForLong() {
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        gate.send(a, b);
        gate.grantPicked(a);
        gate.now = 9 * MS + MS / 2;
        gate.end(a, MS);
        assertThat(gate.wakeAt()).isEqualTo(10 * MS);
    }

    @Test
    void shouldPassOnTheTurnOfAVmThatLeaves() {
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        SimFlow c = gate.join("c");
        gate.send(a, b, c);
        gate.grantPicked(a);
        gate.withdraw(c);
        gate.scheduler.left(c, gate.now);
        assertThat(gate.pick()).as("the holder is still there").isNull();
        gate.end(a, MS);
        gate.scheduler.left(a, gate.now);
        assertThat(gate.wakeAt()).isEqualTo(NEVER);
        assertThat(gate.pick()).isSameAs(b);
    }

    @Test
    void shouldBeginWithTheHighestCreditsAndGiveEachVmOneTickFirst() {
        use("acc-credit");
        SimFlow poor = join("poor", 100);
        SimFlow rich = join("rich", 300);
        SimFlow middle = join("middle", 151);
        gate.send(poor, rich, middle);
        for (SimFlow flow : new SimFlow[] {rich, middle, poor}) {
            assertThat(gate.turn(flow)).isEqualTo(10 * MS);
        }
        assertThat(gate.turn(rich)).isEqualTo(30 * MS);
        assertThat(gate.turn(middle)).as("rounded").isEqualTo(20 * MS);
        assertThat(gate.turn(poor)).isEqualTo(10 * MS);
    }

    @Test
    void shouldCountTurnsInTheCreditsOfTheVmsThatTakePart() {
        use("credit");
        SimFlow a = join("a", 100);
        SimFlow b = join("b", 300);
        SimFlow never = join("never", 50);
        gate.send(a, b);
        assertThat(gate.turn(a)).isEqualTo(10 * MS);
        assertThat(gate.turn(b)).isEqualTo(30 * MS);
        gate.withdraw(a);
        SimFlow other = join("other", 300);
        gate.send(other);
        assertThat(gate.turn(other)).as("a was served lately").isEqualTo(30 * MS);
        gate.now = 10 * MS + S - 1;
        assertThat(gate.turn(b)).as("it still was").isEqualTo(30 * MS);
        assertThat(gate.turn(other)).as("it was quiet for a scan").isEqualTo(10 * MS);
        gate.send(never);
        assertThat(gate.turn(b)).as("a newcomer waits").isEqualTo(60 * MS);
    }

    @Test
    void shouldCountAVmWithALongKernelAsTakingPart() {
        use("credit");
        SimFlow a = join("a", 100);
        SimFlow b = join("b", 300);
        gate.send(a, b);
        assertThat(gate.pick()).isSameAs(a);
        gate.grant(a);
        gate.now = 2 * S;
        SimFlow other = join("other", 300);
        gate.send(other);
        assertThat(gate.turn(b)).isEqualTo(30 * MS);
        gate.end(a, 2 * S);
    }

    @Test
    void shouldGiveNoMoreTicksThanTheMost() {
        gate = new SchedulerSteps(SimGate.create("credit", "tick", "10ms", "most", "5"));
        SimFlow a = join("a", 1);
        SimFlow b = join("b", 1_000);
        gate.send(a, b);
        assertThat(gate.turn(a)).isEqualTo(10 * MS);
        assertThat(gate.turn(b)).isEqualTo(50 * MS);
    }

    @Test
    void shouldShareTurnsAmongEqualCreditsInCoSched() {
        use("co-sched");
        SimFlow poor = join("poor", 100);
        SimFlow a = join("a", 200);
        SimFlow b = join("b", 200);
        gate.send(poor, b, a);
        gate.turn(a);
        gate.turn(b);
        gate.turn(a);
        gate.withdraw(b);
        gate.turn(a);
        gate.withdraw(a);
        gate.turn(poor);
    }

    @Test
    void shouldAddCreditsForEachTurnThatAVmWaitsInAugmentedCredit() {
        use("aug-c");
        SimFlow a = join("a", 200);
        SimFlow b = join("b", 100);
        gate.send(a, b);
        for (int i = 0; i < 3; i++) {
            gate.turn(a);
            gate.turn(a);
            gate.turn(b);
        }
        gate.withdraw(b);
        gate.turn(a);
        gate.turn(a);
        gate.send(b);
        gate.turn(a);
    }
}
