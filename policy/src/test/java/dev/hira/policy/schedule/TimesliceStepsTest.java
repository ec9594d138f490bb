package dev.hira.policy.schedule;

import static dev.hira.policy.schedule.SimGate.MS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** NEON's time slices, decision by decision; a slice has 10 ms. */
final class TimesliceStepsTest {
    private final SchedulerSteps gate =
            new SchedulerSteps(SimGate.create("timeslice", "slice", "10ms"));

    @Test
    void shouldShortenTheNextSliceByOveruse() {
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        gate.send(b, a);
        assertThat(gate.overusedTurn(a, 4 * MS)).isEqualTo(10 * MS);
        assertThat(gate.turn(b)).isEqualTo(10 * MS);
        assertThat(gate.turn(a)).isEqualTo(6 * MS);
        assertThat(gate.turn(b)).isEqualTo(10 * MS);
        assertThat(gate.turn(a)).isEqualTo(10 * MS);
    }

    @Test
    void shouldPassOverAVmOnceForEachSliceThatItOverused() {
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        gate.send(a, b);
        gate.overusedTurn(a, 23 * MS);
        for (int i = 0; i < 3; i++) {
            assertThat(gate.turn(b)).isEqualTo(10 * MS);
        }
        assertThat(gate.turn(a)).isEqualTo(7 * MS);
    }

    @Test
    void shouldForgiveRoundsInWhichAllAreOverdrawn() {
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        gate.send(a, b);
        gate.overusedTurn(a, 45 * MS);
        gate.overusedTurn(b, 22 * MS);
        assertThat(gate.turn(b)).as("two slices to four").isEqualTo(8 * MS);
        assertThat(gate.turn(b)).as("none to two or one").isEqualTo(10 * MS);
    }

    @Test
    void shouldRememberTheOveruseOfAVmThatDoesNotWait() {
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        gate.send(a, b);
        gate.overusedTurn(a, 13 * MS);
        gate.withdraw(a);
        for (int i = 0; i < 5; i++) {
            gate.turn(b);
        }
        gate.send(a);
        gate.turn(b);
        assertThat(gate.turn(a)).isEqualTo(7 * MS);
    }

    @Test
    void shouldKeepASliceToItsEndWhenDisengaged() {
        SchedulerSteps gate =
                new SchedulerSteps(SimGate.create("timeslice-disengaged", "slice", "10ms"));
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        gate.send(a, b);
        gate.grantPicked(a);
        gate.now = MS;
        gate.end(a, MS);
        gate.now = 10 * MS - 1;
        assertThat(gate.pick()).isNull();
        assertThat(gate.wakeAt()).isEqualTo(10 * MS);
        gate.now = 10 * MS;
        assertThat(gate.pick()).isSameAs(b);
    }
}
