package dev.hira.policy.schedule;

import static dev.hira.policy.schedule.SimGate.MS;
import static dev.hira.policy.schedule.SimGate.S;
import static dev.hira.policy.schedule.SimGate.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.policy.schedule.catalog.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of every scheduler with its gate; {@link SimGate} checks each answer as well. */
final class SchedulerContractTest {
    private static final Schedulers ALL = SimGate.ALL;

    /** Schedulers that may starve a flow by design. */
    private static final Set<String> STARVING = Set.of("priority", "deadline", "co-sched");

    static Stream<String> names() {
        return ALL.kinds().stream().map(SchedulerKind::name);
    }

    static Stream<String> fairNames() {
        return names().filter(name -> !STARVING.contains(name));
    }

    /** Schedulers that do not allocate; evaluating an expression allocates. */
    static Stream<String> quietNames() {
        return names().filter(name -> !name.equals(RuleScheduler.NAME));
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldBeCalledWhatItIsSelectedBy(String name) {
        assertThat(SimGate.create(name).name()).isEqualTo(name);
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldKeepTheDeviceGoingWhateverHappens(String name) {
        for (long seed = 1; seed <= 8; seed++) {
            System.err.println(name + ": seed " + seed);
            var storm = new Storm(SimGate.create(name), seed);
            storm.run(400);
            storm.settle();
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldTakeOverFromAnyOtherWhileRunning(String name) {
        for (String other : names().toList()) {
            var storm = new Storm(SimGate.create(other), 42);
            storm.run(60);
            storm.gate.switchTo(SimGate.create(name));
            storm.run(60);
            storm.settle();
        }
    }

    @ParameterizedTest
    @MethodSource("fairNames")
    void shouldLetNoVmStarve(String name) {
        SimGate gate = SimGate.with(name);
        gate.add(new SimVm("greedy").share(100).credits(1024), 20 * MS).eager();
        gate.add(new SimVm("busy").share(10).credits(512), 3 * MS).eager();
        SimFlow meek = gate.add(new SimVm("meek").share(1).credits(128), MS).think(MS);
        gate.run(60 * S);
        assertThat(meek.done).isGreaterThan(60);
        assertThat(meek.longestWait).isLessThan(6 * S);
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldGiveAVmThatIsAloneAlmostTheWholeDevice(String name) {
        SimGate gate = SimGate.with(name);
        gate.add(new SimVm("idle"), MS).commands(0);
        gate.add(new SimVm("alone"), 2 * MS).eager();
        gate.run(10 * S);
        assertThat(gate.busy()).isGreaterThan(9_300 * MS);
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldForgetThoseThatLeft(String name) {
        var storm = new Storm(SimGate.create(name), 7);
        storm.run(200);
        storm.closeAll();
        storm.gate.run(10 * S);
        assertThat(Reachable.from(storm.gate.scheduler(), Flow.class, Tenant.class)).isEmpty();
    }

    @Tag("measuring")
    @ParameterizedTest
    @MethodSource("quietNames")
    void shouldAllocateNothingOnceItRuns(String name) {
        var loop = new BareLoop(SimGate.create(name), 6);
        loop.run(20_000);
        long before = BareLoop.allocated();
        loop.run(20_000);
        assertThat(BareLoop.allocated() - before).isLessThan(1_000);
    }

    @Test
    void shouldSayWhatSchedulersThereAre() {
        assertThatThrownBy(() -> ALL.create("fairest", Map.of()))
                .hasMessageStartingWith("there is no scheduler 'fairest'; there are fair, none, ")
                .hasMessageContaining("xeno-credit");
    }

    @Test
    void shouldSayWhatParametersThereAre() {
        assertThatThrownBy(() -> ALL.create("round-robin", Map.of("tock", "3ms")))
                .hasMessage(
                        "the scheduler 'round-robin' has no parameter 'tock'; it has tick (unit"
                                + " of a turn's length; 30ms), linger (time for which an empty queue keeps"
                                + " its turn while others wait; 1ms)");
    }

    @Test
    void shouldSayWhatAValueLooksLike() {
        assertThatThrownBy(() -> ALL.create("credit", Map.of("tick", "30")))
                .hasMessage(
                        "the parameter 'tick' of the scheduler 'credit' must be a duration from 1us"
                                + " to 3600s, such as 30ms, not '30'");
        assertThatThrownBy(() -> ALL.create("credit", Map.of("most", "0")))
                .hasMessageContaining("a whole number from 1 to 1000000, not '0'");
        assertThatThrownBy(() -> ALL.create("credit", Map.of("tick", "none")))
                .hasMessageContaining("such as 30ms, not 'none'");
        assertThatThrownBy(() -> ALL.create("fair", Map.of("idle", "1001")))
                .hasMessageContaining("of thousandths from 0 to 1000, not '1001'");
        assertThat(ALL.create("fair", Map.of("idle", "0")).name()).isEqualTo("fair");
    }

    /** Sessions that come, go, change their minds and their grants at random times. */
    private static final class Storm {
        private final Random random;
        private final List<SimVm> vms = new ArrayList<>();
        private final SimGate gate;

        Storm(Scheduler scheduler, long seed) {
            random = new Random(seed);
            gate = new SimGate(scheduler, 1 + random.nextInt(3), 1 + random.nextInt(4));
            for (int i = 0; i < 5; i++) {
                vms.add(new SimVm("vm" + i));
            }
        }

        void run(int events) {
            for (int i = 0; i < events; i++) {
                event();
                gate.run((long) Math.exp(random.nextDouble() * Math.log(200 * MS)));
            }
        }

        private void event() {
            int what = random.nextInt(10);
            if (gate.flows.isEmpty() || (what < 3 && gate.flows.size() < 12)) {
                join();
                return;
            }
            SimFlow flow = gate.flows.get(random.nextInt(gate.flows.size()));
            switch (what) {
                case 4 -> gate.close(flow);
                case 5 -> gate.retract(flow, random.nextLong(20 * MS));
                case 6 -> flow.vm().credits(1 + random.nextInt(2_000)).share(1 + what);
                case 7 -> flow.vm().reservation(random.nextLong(S)).priority(random.nextInt(3));
                case 8 -> gate.charge(flow, random.nextLong(5 * MS));
                case 9 -> flow.think = random.nextLong(2 * S);
                default -> flow.think = random.nextLong(100 * US);
            }
        }

        private void join() {
            SimVm vm = vms.get(random.nextInt(vms.size()));
            var flow = new SimFlow(vm, () -> US + random.nextLong(30 * MS));
            flow.task(random.nextBoolean() ? "" : "task" + random.nextInt(2));
            flow.rank(random.nextInt(3)).think(random.nextLong(MS));
            flow.sync = random.nextBoolean();
            flow.patience(random.nextBoolean() ? Long.MAX_VALUE : random.nextLong(S));
            gate.add(flow);
        }

        /** Stops sending and checks that all waiting work gets done. */
        void settle() {
            gate.flows.forEach(flow -> flow.commands(flow.sent));
            gate.run(200 * S);
            assertThat(gate.busy()).isGreaterThan(100 * MS);
            assertThat(gate.flows).noneMatch(flow -> flow.waits || flow.inFlight > 0);
        }

        void closeAll() {
            List.copyOf(gate.flows).forEach(gate::close);
        }
    }
}
