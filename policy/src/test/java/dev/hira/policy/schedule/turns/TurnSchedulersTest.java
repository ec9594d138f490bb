package dev.hira.policy.schedule.turns;

import static dev.hira.policy.schedule.SimGate.MS;
import static dev.hira.policy.schedule.SimGate.S;
import static dev.hira.policy.schedule.SimGate.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.hira.policy.schedule.HostCredits;
import dev.hira.policy.schedule.SimFlow;
import dev.hira.policy.schedule.SimGate;
import dev.hira.policy.schedule.SimHost;
import dev.hira.policy.schedule.SimVm;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** GViM's and Pegasus' schedulers and NEON's time slices behave as published. */
final class TurnSchedulersTest {
    private static List<SimFlow> eager(SimGate gate, long length, long... credits) {
        List<SimFlow> flows = new ArrayList<>();
        for (int i = 0; i < credits.length; i++) {
            flows.add(gate.add(new SimVm("vm" + i).credits(credits[i]), length).eager());
        }
        return flows;
    }

    private static double share(SimFlow flow, SimGate gate) {
        return (double) flow.used / gate.busy();
    }

    @Test
    void shouldGiveEqualTurnsWhateverTheCreditsInRoundRobin() {
        SimGate gate = SimGate.with("round-robin");
        List<SimFlow> flows = eager(gate, MS, 1024, 1, 256);
        gate.run(9 * S);
        assertThat(flows)
                .allSatisfy(f -> assertThat(share(f, gate)).isCloseTo(1 / 3.0, within(.01)));
    }

    @Test
    void shouldEndTheTurnOfAnEmptyQueueEarlyInRoundRobin() {
        SimGate gate = SimGate.with("round-robin");
        SimFlow busy = gate.add(new SimVm("busy"), MS).eager();
        SimFlow sparse = gate.add(new SimVm("sparse"), MS).think(40 * MS);
        gate.run(10 * S);
        assertThat(sparse.longestWait).isLessThanOrEqualTo(33 * MS);
        assertThat(share(busy, gate)).isGreaterThan(0.97);
        assertThat(gate.busy()).isGreaterThan(9_800 * MS);
    }

    @Test
    void shouldNotGiveATurnForUseWithoutAGrant() {
        SimGate gate = SimGate.with("round-robin");
        SimFlow holder = gate.add(new SimVm("holder"), MS).eager();
        SimFlow other = gate.add(new SimVm("other"), MS).eager();
        SimFlow unasked = gate.add(new SimVm("unasked"), MS).commands(0);
        gate.run(5 * MS);
        for (int i = 0; i < 20; i++) {
            gate.run(MS);
            gate.charge(unasked, MS);
        }
        assertThat(holder.done).isGreaterThan(20);
        assertThat(other.done).isZero();
    }

    @Test
    void shouldLeaveATurnToAGuestThatWaitsForEachKernel() {
        SimGate gate = SimGate.with("round-robin");
        gate.add(new SimVm("eager"), MS).eager();
        SimFlow waiting = gate.add(new SimVm("waiting"), MS).think(200 * US);
        gate.run(10 * S);
        assertThat(waiting.used).isCloseTo(10 * S / 2 * 10 / 12, within(200 * MS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"credit", "acc-credit"})
    void shouldGiveFourTwoOneTwoTicksForGvimsCredits(String name) {
        SimGate gate = SimGate.with(name, "tick", "10ms");
        List<SimFlow> flows = eager(gate, MS, 1024, 512, 256, 512);
        gate.run(90 * S);
        long tick = flows.get(2).used;
        assertThat(ratio(flows.get(0).used, tick)).isCloseTo(4, within(.05));
        assertThat(ratio(flows.get(1).used, tick)).isCloseTo(2, within(.05));
        assertThat(ratio(flows.get(3).used, tick)).isCloseTo(2, within(.05));
    }

    private static double ratio(long a, long b) {
        return (double) a / b;
    }

    @Test
    void shouldReadCreditsAnewForEachTurn() {
        SimGate gate = SimGate.with("credit");
        List<SimFlow> flows = eager(gate, MS, 256, 256);
        gate.run(6 * S);
        assertThat(ratio(flows.get(0).used, flows.get(1).used)).isCloseTo(1, within(.02));
        flows.get(0).vm().credits(768);
        long first = flows.get(0).used;
        long second = flows.get(1).used;
        gate.run(12 * S);
        assertThat(ratio(flows.get(0).used - first, flows.get(1).used - second))
                .isCloseTo(3, within(.05));
    }

    @Test
    void shouldGiveANewcomerOneTickForItsFirstTurn() {
        SimGate gate = SimGate.with("acc-credit", "tick", "10ms");
        SimFlow poor = gate.add(new SimVm("poor").credits(100), MS).eager();
        gate.run(50 * MS);
        SimFlow rich = gate.add(new SimVm("rich").credits(1000), MS).eager();
        long before = poor.used;
        gate.run(22 * MS);
        assertThat(rich.used).isBetween(8 * MS, 12 * MS);
        assertThat(poor.used - before).isBetween(8 * MS, 12 * MS);
        gate.run(1100 * MS);
        assertThat(ratio(rich.used, poor.used - before)).isCloseTo(10, within(1.0));
    }

    @Test
    void shouldGiveTheThirdOfPegasusVmsTwiceWhatItHasWithoutAScheduler() {
        long[] credits = {256, 512, 1024, 256};
        SimGate none = SimGate.with("none");
        SimGate scheduled = SimGate.with("acc-credit");
        SimFlow without = eager(none, MS, credits).get(2);
        SimFlow with = eager(scheduled, MS, credits).get(2);
        none.run(40 * S);
        scheduled.run(40 * S);
        assertThat(ratio(with.used, without.used)).isCloseTo(2, within(.05));
    }

    @Test
    void shouldGoByCpuCreditsInXenoCredit() {
        var host = new HostCredits();
        var gate = new SimGate(new XenoCreditScheduler(credits(), host));
        List<SimFlow> flows = eager(gate, MS, 1024, 1);
        flows.get(0).vm().credits(256);
        flows.get(1).vm().credits(512);
        gate.run(10 * S);
        assertThat(ratio(flows.get(1).used, flows.get(0).used)).isCloseTo(2, within(.05));
        flows.get(1).vm().credits(256);
        long before = flows.get(1).used - flows.get(0).used;
        gate.run(10 * S);
        assertThat(flows.get(1).used - flows.get(0).used).isCloseTo(before, within(100 * MS));
    }

    private static CreditSettings credits() {
        return new CreditSettings(new TurnSettings(30 * MS, MS), S, 64);
    }

    @Test
    void shouldFollowTheCpuInCoSched() {
        var host = new SimHost(50 * MS, 2);
        var gate = new SimGate(new CoScheduler(new TurnSettings(10 * MS, MS), host));
        List<SimFlow> flows = eager(gate, MS, 1, 1);
        long together = 0;
        for (int i = 0; i < 1000; i++) {
            long before = flows.get(host.running(gate.now())).used;
            SimFlow running = flows.get(host.running(gate.now()));
            gate.run(10 * MS);
            together += running.used - before;
        }
        assertThat(ratio(together, gate.busy())).isGreaterThan(.75);
    }

    @Test
    void shouldPreferCreditInCoSchedWhenTheCpuRunsNoneThatWants() {
        var host = new SimHost(50 * MS, 0);
        var gate = new SimGate(new CoScheduler(new TurnSettings(10 * MS, MS), host));
        host.credits.put("vm1", 300L);
        List<SimFlow> flows = eager(gate, MS, 1, 1);
        gate.run(S);
        assertThat(flows.get(0).used).isLessThanOrEqualTo(20 * MS);
        assertThat(flows.get(1).used).isGreaterThan(950 * MS);
    }

    @Test
    void shouldDenyNoVmItsTurnInAugmentedCredit() {
        var host = new SimHost(S, 1);
        var gate = new SimGate(new AugmentedCreditScheduler(new TurnSettings(10 * MS, MS), host));
        List<SimFlow> flows = eager(gate, MS, 400, 100);
        gate.run(10 * S);
        assertThat(ratio(flows.get(0).used, flows.get(1).used)).isBetween(4.0, 9.0);
        assertThat(flows.get(1).longestWait).isLessThan(200 * MS);
    }

    @Test
    void shouldKeepAnObjectiveThatCreditsAloneDoNot() {
        SimGate plain = SimGate.with("acc-credit");
        SimGate sla = SimGate.with("sla");
        assertThat(servedInTheLastSecond(plain)).isLessThan(400 * MS);
        assertThat(servedInTheLastSecond(sla)).isGreaterThan(480 * MS);
        assertThat(sla.scheduler().strain()).isZero();
    }

    private static long servedInTheLastSecond(SimGate gate) {
        SimFlow promised = gate.add(new SimVm("promised").reservation(S / 2), 3 * MS).eager();
        gate.add(new SimVm("a"), 3 * MS).eager();
        gate.add(new SimVm("b"), 3 * MS).eager();
        gate.run(20 * S);
        long before = promised.used;
        gate.run(4 * S);
        return (promised.used - before) / 4;
    }

    @Test
    void shouldBeStrainedByImpossibleObjectives() {
        SimGate gate = SimGate.with("sla", "most", "2");
        gate.add(new SimVm("a").reservation(S), 3 * MS).eager();
        gate.add(new SimVm("b").reservation(S), 3 * MS).eager();
        gate.run(2 * S);
        assertThat(gate.scheduler().strain()).isZero();
        gate.run(4 * S);
        assertThat(gate.scheduler().strain()).isEqualTo(2);
    }

    @Test
    void shouldTakeOveruseOffTheNextSlices() {
        for (String name : List.of("timeslice", "timeslice-disengaged")) {
            SimGate gate = SimGate.with(name, "slice", "10ms");
            SimFlow longOnes = gate.add(new SimVm("long"), 35 * MS).eager();
            SimFlow shortOnes = gate.add(new SimVm("short"), MS).eager();
            gate.run(20 * S);
            assertThat(ratio(longOnes.used, shortOnes.used)).as(name).isCloseTo(1, within(.15));
        }
    }

    @Test
    void shouldPassOnASliceThatIsNotUsedWhenEngagedOnly() {
        SimGate engaged = SimGate.with("timeslice");
        SimGate disengaged = SimGate.with("timeslice-disengaged");
        for (SimGate gate : List.of(engaged, disengaged)) {
            gate.add(new SimVm("busy"), MS).eager();
            gate.add(new SimVm("sparse"), MS).think(20 * MS);
            gate.run(10 * S);
        }
        assertThat(engaged.busy()).isGreaterThan(9_500 * MS);
        assertThat(disengaged.busy()).isBetween(4_900 * MS, 6_000 * MS);
    }
}
