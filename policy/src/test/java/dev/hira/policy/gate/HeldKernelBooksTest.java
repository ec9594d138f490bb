package dev.hira.policy.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.schedule.Flow;
import dev.hira.policy.schedule.Scheduler;
import dev.hira.policy.sim.SimClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The accounts of VMs at a device that holds kernels. */
final class HeldKernelBooksTest {
    private final SimClock clock = new SimClock();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldChargeWhatKernelsTake(long seed) {
        HeldKernels kernels = new HeldKernels(seed);
        for (int i = 0; i < 4_000; i++) {
            kernels.step();
        }
        kernels.endAll();
        assertThat(kernels.holds).as("seed %s: reports of held sessions", seed).isGreaterThan(100);
        assertThat(kernels.gate.use().inFlight()).as("seed %s", seed).isZero();
        assertThat(kernels.gate.use().waiting()).as("seed %s", seed).isZero();
        for (GateFlow flow : kernels.flows) {
            String vm = "seed " + seed + ": " + flow.tenant().name();
            assertThat(flow.inFlight()).as(vm).isZero();
            assertThat(flow.counted).as(vm).isZero();
            assertThat(flow.queued).as(vm).isZero();
            assertThat(flow.heldTickets).as(vm).isEmpty();
            assertThat(flow.isHeld()).as(vm).isFalse();
            assertThat(flow.vm.used).as(vm).isEqualTo(kernels.took.get(flow));
            assertThat(kernels.books.measured(vm(flow))).as(vm).isEqualTo(flow.vm.used);
            assertThat(kernels.books.open(vm(flow))).as(vm).isZero();
            assertThat(kernels.books.estimates(vm(flow))).as(vm).isZero();
        }
    }

    private static String vm(GateFlow flow) {
        return flow.tenant().name();
    }

    /** Kernels at a device that holds them and reports how much device time they have taken. */
    private final class HeldKernels {
        private static final long MILLI = 1_000_000;

        private final Random random;
        private final Sums books = new Sums();
        private final DeviceGate gate =
                new DeviceGate("d", GateSettings.STANDARD, clock, clock, books);
        private final List<GateFlow> flows = new ArrayList<>();
        private final Map<Ticket, GateFlow> owners = new LinkedHashMap<>();
        private final Map<Ticket, Long> ran = new HashMap<>();
        private final Map<GateFlow, Long> took = new HashMap<>();
        private int holds;

        HeldKernels(long seed) {
            random = new Random(seed);
            for (int i = 0; i < 4; i++) {
                flows.add(gate.join(new TestTenant("vm" + i), "", true, () -> {}));
            }
        }

        void step() {
            GateFlow flow = flows.get(random.nextInt(flows.size()));
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> ask(flow);
                case 3 -> withdraw(flow);
                case 4 -> charge(flow, random.nextLong(MILLI));
                case 5 -> end(random.nextLong(3 * MILLI));
                case 6, 7 -> report();
                default -> clock.runUntil(clock.nanoTime() + random.nextLong(2 * MILLI));
            }
        }

        private void ask(GateFlow flow) {
            Ticket ticket =
                    gate.ask(flow, 1 + random.nextLong(random.nextBoolean() ? 10_000 : 9 * MILLI));
            if (ticket != null) {
                owners.put(ticket, flow);
                ran.put(ticket, 0L);
            }
        }

        private void withdraw(GateFlow flow) {
            if (random.nextInt(4) == 0) {
                gate.withdraw(flow);
            }
        }

        private void charge(GateFlow flow, long nanos) {
            gate.charge(flow, nanos);
            took.merge(flow, nanos, Long::sum);
        }

        /** Reports the kernels of a session, and that they run if they are not held. */
        private void report() {
            holds += (int) flows.stream().filter(GateFlow::isHeld).count();
            for (Ticket ticket : List.copyOf(owners.keySet())) {
                if (!Objects.requireNonNull(owners.get(ticket)).isHeld()) {
                    gate.heardOf(ticket);
                }
                long now = ran.merge(ticket, random.nextLong(2 * MILLI), Long::sum);
                gate.spent(ticket, now);
                assertThat(ticket.paid + ticket.charged).isGreaterThanOrEqualTo(now);
            }
        }

        private void end(long more) {
            if (!owners.isEmpty()) {
                Ticket ticket = owners.keySet().iterator().next();
                GateFlow flow = Objects.requireNonNull(owners.remove(ticket));
                long nanos = Objects.requireNonNull(ran.remove(ticket)) + more;
                took.merge(flow, nanos, Long::sum);
                gate.done(ticket, nanos);
            }
        }

        /** Ends all work, and then a kernel of each session that takes all that it has prepaid. */
        void endAll() {
            while (!owners.isEmpty()) {
                end(0);
            }
            flows.forEach(gate::withdraw);
            for (GateFlow flow : flows) {
                long slice = GateSettings.STANDARD.slice();
                long prepaid = flow.vm.used - Objects.requireNonNull(took.get(flow));
                assertThat(prepaid).as("prepaid by %s", vm(flow)).isBetween(0L, 6 * slice);
                ask(flow);
                end(1_000 * MILLI);
            }
        }
    }

    /** Lets flows go in turn, and sums up what it is told. */
    private static final class Sums implements Scheduler {
        private final Map<String, Long> measured = new HashMap<>();
        private final Map<String, Long> estimates = new HashMap<>();
        private final Map<String, Integer> open = new HashMap<>();
        private int grants;

        private static String vm(Flow flow) {
            return flow.tenant().name();
        }

        /** Returns the device time of a VM. */
        long measured(String vm) {
            return measured.getOrDefault(vm, 0L);
        }

        /** Returns the estimated time of a VM's commands that have not ended. */
        long estimates(String vm) {
            return estimates.getOrDefault(vm, 0L);
        }

        /** Returns the number of a VM's commands that wait or are at the device. */
        int open(String vm) {
            return open.getOrDefault(vm, 0);
        }

        @Override
        public String name() {
            return "sums";
        }

        @Override
        public void joined(Flow flow, long now) {}

        @Override
        public void left(Flow flow, long now) {}

        @Override
        public void waits(Flow flow, long now) {
            open.merge(vm(flow), 1, Integer::sum);
        }

        @Override
        public void withdrawn(Flow flow, long now) {
            open.merge(vm(flow), -1, Integer::sum);
        }

        @Override
        public @Nullable Flow pick(Eligible eligible, long now) {
            return eligible.get(grants % eligible.size());
        }

        @Override
        public void granted(Flow flow, long estimate, long now) {
            grants++;
            estimates.merge(vm(flow), estimate, Long::sum);
        }

        @Override
        public void done(Flow flow, long estimate, long nanos, long now) {
            open.merge(vm(flow), -1, Integer::sum);
            estimates.merge(vm(flow), -estimate, Long::sum);
            measured.merge(vm(flow), nanos, Long::sum);
        }

        @Override
        public long wakeAt(long now) {
            return Long.MAX_VALUE;
        }
    }
}
