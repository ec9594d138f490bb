package dev.hira.policy.schedule;

import static dev.hira.policy.schedule.SimGate.MS;
import static dev.hira.policy.schedule.SimGate.S;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Pegasus' service levels, decision by decision; a tick has 10 ms, a scan 1 s. */
final class SlaStepsTest {
    private final SchedulerSteps gate = new SchedulerSteps(SimGate.create("sla", "tick", "10ms"));

    @Test
    void shouldGiveAVmWithLessThanItsReservationLongerTurnsUntilItHasIt() {
        SimFlow a = gate.join(new SimVm("a").reservation(650 * MS), "");
        SimFlow b = gate.join("b");
        gate.send(a, b);
        long[] lengths = new long[4];
        for (int second = 0; second < 4; second++) {
            while (gate.now < (second + 1) * S - 100 * MS) {
                lengths[second] = gate.turn(a);
                gate.turn(b);
            }
            gate.now = (second + 1) * S;
        }
        assertThat(lengths).containsExactly(10 * MS, 20 * MS, 30 * MS, 20 * MS);
        assertThat(gate.scheduler.strain()).isZero();
    }

    @Test
    void shouldBeStrainedWhileAReservationIsMissedForThreeScans() {
        SimFlow a = gate.join(new SimVm("a").reservation(S), "");
        SimFlow b = gate.join("b");
        gate.send(a, b);
        for (int scan = 1; scan <= 3; scan++) {
            assertThat(gate.scheduler.strain()).isZero();
            gate.now = scan * S;
            gate.turn(a);
            gate.turn(b);
        }
        assertThat(gate.scheduler.strain()).isEqualTo(1);
        gate.withdraw(a);
        gate.now = 4 * S;
        gate.turn(b);
        gate.now = 5 * S;
        gate.turn(b);
        assertThat(gate.scheduler.strain()).as("it wants nothing").isZero();
    }

    @Test
    void shouldNotOweAVmMoreThanItAskedFor() {
        SimFlow a = gate.join(new SimVm("a").reservation(500 * MS), "");
        SimFlow b = gate.join("b");
        gate.send(b);
        for (int scan = 1; scan <= 3; scan++) {
            gate.serve(a, MS, 100 * MS);
            gate.now = scan * S;
            gate.turn(b);
        }
        assertThat(gate.scheduler.strain()).isZero();
        gate.send(a);
        assertThat(gate.turn(a)).as("its first turn").isEqualTo(10 * MS);
        gate.turn(b);
        assertThat(gate.turn(a)).isEqualTo(10 * MS);
    }

    @Test
    void shouldOweAVmTheTimeThatItWaited() {
        SimFlow a = gate.join(new SimVm("a").reservation(500 * MS), "");
        SimFlow b = gate.join("b");
        gate.send(b);
        for (int scan = 1; scan <= 3; scan++) {
            gate.send(a);
            gate.now += 400 * MS;
            gate.grant(a);
            gate.now += 100 * MS;
            gate.end(a, 100 * MS);
            gate.now = scan * S;
            gate.turn(b);
        }
        assertThat(gate.scheduler.strain()).isEqualTo(1);
    }

    @Test
    void shouldKeepTheMeanWaitOfRequestsInSla() {
        assertThat(strainByWaits(100 * MS)).isZero();
        assertThat(strainByWaits(100 * MS + 1)).isEqualTo(1);
    }

    /** Returns the strain when requests wait for twice this time and not at all in turn. */
    private static int strainByWaits(long mean) {
        var gate = new SchedulerSteps(SimGate.create("sla", "wait", "100ms"));
        SimFlow a = gate.join("a");
        SimFlow b = gate.join("b");
        gate.send(b);
        for (int scan = 1; scan <= 3; scan++) {
            gate.serve(a, MS, MS);
            gate.send(a);
            gate.now += 2 * mean;
            gate.grant(a);
            gate.end(a, MS);
            gate.now = scan * S;
            gate.turn(b);
        }
        return gate.scheduler.strain();
    }
}
