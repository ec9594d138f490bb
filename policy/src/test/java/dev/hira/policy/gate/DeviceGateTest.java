package dev.hira.policy.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.schedule.Flow;
import dev.hira.policy.schedule.Scheduler;
import dev.hira.policy.sim.SimClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The promises of a gate that hold under any scheduler. */
final class DeviceGateTest {
    private static final GateSettings SETTINGS = new GateSettings(1_000, 1, 100, 8, 1_000_000_000);

    private final SimClock clock = new SimClock();
    private final Picker picker = new Picker();
    private final List<String> resumed = new ArrayList<>();

    private GateFlow join(DeviceGate gate, String vm) {
        return gate.join(new TestTenant(vm), "", () -> resumed.add(vm));
    }

    private DeviceGate gate(GateSettings settings) {
        return new DeviceGate("d", settings, clock, clock, picker);
    }

    @Test
    void shouldLetASliceOfWorkAndOneMoreCommandGo() {
        DeviceGate gate = gate(SETTINGS);
        GateFlow flow = join(gate, "a");
        assertThat(gate.ask(flow, 999)).isNotNull();
        assertThat(gate.ask(flow, 50_000)).isNotNull();
        assertThat(gate.ask(flow, 1)).isNull();
    }

    @Test
    void shouldSendTheNextCommandASliceBeforeALongOneEnds() {
        DeviceGate gate = gate(SETTINGS);
        GateFlow flow = join(gate, "a");
        assertThat(gate.ask(flow, 50_000)).isNotNull();
        assertThat(gate.ask(flow, 50_000)).isNull();
        clock.runUntil(49_000);
        assertThat(resumed).isEmpty();
        clock.runUntil(49_001);
        assertThat(resumed).containsExactly("a");
        assertThat(gate.ask(flow, 50_000)).isNotNull();
    }

    @Test
    void shouldNotWaitForEverForWorkThatWaitsForSomethingElse() {
        DeviceGate gate = gate(new GateSettings(1_000, 1, 100, 8, 10_000));
        GateFlow flow = join(gate, "a");
        GateFlow other = join(gate, "b");
        Ticket first = Objects.requireNonNull(gate.ask(flow, 20_000));
        assertThat(gate.ask(flow, 20_000)).isNull();
        clock.runUntil(9_999);
        assertThat(resumed).isEmpty();

        clock.runUntil(10_000);

        assertThat(resumed).containsExactly("a");
        List<Ticket> behind = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            Ticket next = gate.ask(flow, 20_000);
            while (next == null) {
                clock.runUntil(clock.nanoTime() + 1);
                next = gate.ask(flow, 20_000);
            }
            behind.add(next);
        }
        assertThat(clock.nanoTime()).as("half as long each time").isBetween(19_000L, 20_000L);
        clock.runUntil(200_000);
        Ticket others = Objects.requireNonNull(gate.ask(other, 1_500));
        gate.done(others, 1_500);
        gate.done(first, 20);
        behind.forEach(ticket -> gate.done(ticket, 30));
        assertThat(gate.use().inFlight()).isZero();
        assertThat(gate.ask(flow, 1_500)).isNotNull();
    }

    /** The first command waits for an event that the program sets after its last command. */
    @Test
    void shouldLetCommandsGoHoweverManyWaitForSomethingElse() {
        DeviceGate gate = gate(new GateSettings(1_000, 1, 100, 8, 10_000));
        GateFlow flow = join(gate, "a");
        GateFlow other = join(gate, "b");
        List<Ticket> tickets = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            Ticket next = gate.ask(flow, 1_500);
            while (next == null && clock.nanoTime() < 20_000_000) {
                clock.runUntil(clock.nanoTime() + 1_000);
                next = gate.ask(flow, 1_500);
            }
            assertThat(next).as("after %d commands", i).isNotNull();
            tickets.add(next);
        }
        clock.runUntil(30_000_000);
        gate.done(Objects.requireNonNull(gate.ask(other, 1_500)), 1_500);

        Collections.shuffle(tickets, new Random(tickets.size()));
        tickets.forEach(ticket -> gate.done(ticket, 30));

        assertThat(gate.use().inFlight()).isZero();
        assertThat(gate.ask(flow, 1_500)).isNotNull();
    }

    @Test
    void shouldWaitForAsLongAsItHearsOfWork() {
        DeviceGate gate = gate(new GateSettings(1_000, 1, 100, 8, 10_000));
        GateFlow flow = join(gate, "a");
        Ticket first = Objects.requireNonNull(gate.ask(flow, 200_000));
        assertThat(gate.ask(flow, 1_500)).isNull();
        for (int now = 4_000; now <= 80_000; now += 4_000) {
            clock.runUntil(now);
            gate.heardOf(first);
        }
        clock.runUntil(89_999);
        assertThat(resumed).isEmpty();
        clock.runUntil(90_000);
        assertThat(resumed).as("nothing was heard for long").containsExactly("a");
    }

    @Test
    void shouldCountWorkAgainThatBeginsAfterAll() {
        DeviceGate gate = gate(new GateSettings(1_000, 1, 100, 8, 10_000));
        GateFlow flow = join(gate, "a");
        GateFlow other = join(gate, "b");
        Ticket first = Objects.requireNonNull(gate.ask(flow, 20_000));
        assertThat(gate.ask(other, 100)).isNull();
        clock.runUntil(10_000);
        gate.done(Objects.requireNonNull(gate.ask(other, 100)), 100);
        assertThat(gate.use().inFlight()).as("it no longer counts").isZero();

        gate.heardOf(first);

        assertThat(gate.use().inFlight()).isEqualTo(1);
        assertThat(gate.ask(other, 100)).isNull();
        gate.done(first, 1_500);
        assertThat(gate.ask(other, 100)).isNotNull();
        assertThat(gate.use().inFlight()).isEqualTo(1);
        assertThat(gate.use().nanos()).isEqualTo(1_600);
    }

    @Test
    void shouldNotMakeOthersWaitForIncredibleEstimates() {
        DeviceGate gate = gate(new GateSettings(1_000, 1, 100, 8, 10_000));
        GateFlow liar = join(gate, "liar");
        GateFlow other = join(gate, "other");
        assertThat(gate.ask(liar, 86_400_000_000_000L)).isNotNull();
        assertThat(gate.ask(other, 1_000)).isNull();
        clock.runUntil(10_000);
        assertThat(resumed).containsExactly("other");
        assertThat(gate.ask(other, 1_000)).isNotNull();
    }

    @Test
    void shouldTrustEstimatesOfALeavingSessionNoLongerThanThoseOfUnreportedWork() {
        DeviceGate gate = gate(new GateSettings(1_000, 1, 100, 8, 10_000));
        GateFlow liar = join(gate, "liar");
        Ticket lie = Objects.requireNonNull(gate.ask(liar, 86_400_000_000_000L));
        gate.leave(liar, List.of(lie));
        assertThat(gate.use().vms().getFirst().nanos()).isEqualTo(10_000);
    }

    @Test
    void shouldBelieveThatNoMoreOfALeavingSessionsWorkHasRunThanCanHave() {
        DeviceGate gate = gate(new GateSettings(1_000_000, 1, 100, 100, 10_000));
        GateFlow flow = join(gate, "a");
        List<Ticket> tickets = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            tickets.add(Objects.requireNonNull(gate.ask(flow, 4_000)));
        }
        gate.leave(flow, tickets);
        assertThat(gate.use().vms().getFirst().nanos()).isEqualTo(10_000);
    }

    @Test
    void shouldNotTakeALateKernelForFinished() {
        DeviceGate gate = gate(SETTINGS);
        GateFlow flow = join(gate, "a");
        gate.ask(flow, 500);
        clock.runUntil(90_000);
        assertThat(gate.ask(flow, 900)).isNotNull();
        assertThat(gate.ask(flow, 900)).isNotNull();
        assertThat(gate.ask(flow, 900)).isNull();
    }

    @Test
    void shouldBoundTheNumberOfAVmsCommandsAtTheDevice() {
        DeviceGate gate = gate(SETTINGS);
        GateFlow flow = join(gate, "a");
        GateFlow other = join(gate, "a");
        Ticket first = Objects.requireNonNull(gate.ask(flow, 1));
        for (int i = 1; i < 8; i++) {
            assertThat(gate.ask(i % 2 == 0 ? flow : other, 1)).isNotNull();
        }
        assertThat(gate.ask(flow, 1)).isNull();
        assertThat(gate.ask(join(gate, "b"), 1)).isNotNull();
        gate.done(first, 1);
        assertThat(resumed).containsExactly("a");
    }

    @Test
    void shouldNotAskForAWakeTimeWhenNoFlowMayGo() {
        DeviceGate gate = gate(SETTINGS);
        GateFlow flow = join(gate, "a");
        for (int i = 0; i < 8; i++) {
            assertThat(gate.ask(flow, 1)).isNotNull();
        }
        clock.runUntil(1_000);
        picker.wake = 500; // from its last call
        assertThat(gate.ask(flow, 1)).isNull();
        clock.runUntil(2_000);
        assertThat(gate.use().waiting()).isEqualTo(1);
    }

    @Test
    void shouldHalveTheWindowOfAVmForACommandThatTakesASliceLongerAndWidenItForAnyOther() {
        DeviceGate gate = gate(SETTINGS);
        GateFlow flow = join(gate, "a");
        for (int window : new int[] {8, 4, 3, 2, 1, 1}) {
            List<Ticket> tickets = fill(gate, flow);
            assertThat(tickets).hasSize(window);
            Ticket late = tickets.removeLast();
            tickets.forEach(ticket -> gate.done(ticket, 1_001));
            gate.done(late, 1_002);
        }
        for (int window : new int[] {1, 2, 4, 8, 8}) {
            List<Ticket> tickets = fill(gate, flow);
            assertThat(tickets).hasSize(window);
            tickets.forEach(ticket -> gate.done(ticket, 1_001));
        }
    }

    @Test
    void shouldLeaveOthersTheirWindowsWhereOneIsLate() {
        DeviceGate gate = gate(SETTINGS);
        GateFlow late = join(gate, "late");
        for (int i = 0; i < 3; i++) {
            gate.done(Objects.requireNonNull(gate.ask(late, 1)), 100_000);
        }
        assertThat(fill(gate, join(gate, "late"))).hasSize(1);
        assertThat(fill(gate, join(gate, "other"))).hasSize(8);
    }

    @Test
    void shouldBeginWithASmallWindow() {
        DeviceGate gate = gate(new GateSettings(1_000, 1, 1_000, 500, 10_000));
        GateFlow flow = join(gate, "a");
        List<Ticket> first = fill(gate, flow);
        assertThat(first).hasSize(64);
        first.forEach(ticket -> gate.done(ticket, 1));
        assertThat(fill(gate, flow)).hasSize(128);
    }

    /** Sends tiny commands as long as they may go. */
    private static List<Ticket> fill(DeviceGate gate, GateFlow flow) {
        List<Ticket> tickets = new ArrayList<>();
        for (Ticket next = gate.ask(flow, 1); next != null; next = gate.ask(flow, 1)) {
            tickets.add(next);
        }
        gate.withdraw(flow);
        return tickets;
    }

    @Test
    void shouldGiveTheTurnToAnotherWhenItIsGivenUp() {
        DeviceGate gate = gate(SETTINGS);
        GateFlow a = join(gate, "a");
        GateFlow b = join(gate, "b");
        Ticket long1 = Objects.requireNonNull(gate.ask(a, 5_000));
        gate.ask(a, 5_000);
        gate.ask(b, 5_000);
        gate.done(long1, 5_000);
        assertThat(resumed).containsExactly("a");
        gate.withdraw(a);
        assertThat(resumed).containsExactly("a", "b");
        assertThat(gate.ask(b, 5_000)).isNotNull();
    }

    @Test
    void shouldCloseTwiceAsOnce() {
        DeviceGate gate = gate(SETTINGS);
        GateFlow flow = join(gate, "a");
        Ticket ticket = gate.ask(flow, 10);
        assertThat(ticket).isNotNull();
        gate.leave(flow, List.of(ticket));
        gate.leave(flow, List.of());
        assertThat(gate.use().inFlight()).isZero();
        assertThat(picker.joined).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldKeepItsBoundsAndServeEveryFlowWhateverHappens(long seed) {
        Random random = new Random(seed);
        int width = 1 + random.nextInt(3);
        long stall = seed % 2 == 0 ? 1_000_000_000 : 3_000;
        GateSettings settings = new GateSettings(1_000, width, 20, 8, stall);
        picker.random = random;
        Storm storm = new Storm(gate(settings), settings, random);
        for (int i = 0; i < 5_000; i++) {
            storm.step();
        }
        storm.settle();
        assertThat(storm.waiting()).as("seed %s", seed).isZero();
        assertThat(storm.gate.use().inFlight()).as("seed %s", seed).isZero();
        assertThat(storm.gate.use().nanos()).as("seed %s", seed).isEqualTo(storm.used);
    }

    /** Sessions with random actions, and the invariants that must hold all the time. */
    private final class Storm {
        final DeviceGate gate;
        final GateSettings settings;
        final Random random;
        final GateFlow[] flows = new GateFlow[12];
        final boolean[] waits = new boolean[12];
        final boolean[] called = new boolean[12];
        final Deque<Ticket> tickets = new ArrayDeque<>();
        long used;

        Storm(DeviceGate gate, GateSettings settings, Random random) {
            this.gate = gate;
            this.settings = settings;
            this.random = random;
            for (int i = 0; i < flows.length; i++) {
                int number = i;
                flows[i] = gate.join(new TestTenant("vm" + i % 4), "", () -> called[number] = true);
            }
        }

        void step() {
            int i = random.nextInt(flows.length);
            switch (random.nextInt(7)) {
                case 0, 1 -> {
                    if (!waits[i] || called[i]) {
                        ask(i);
                    }
                }
                case 2, 3 -> finish();
                case 6 -> tickets.stream().skip(i).findFirst().ifPresent(gate::heardOf);
                case 4 -> clock.runUntil(clock.nanoTime() + random.nextInt(2_000));
                default -> {
                    if (random.nextInt(5) == 0) {
                        gate.withdraw(flows[i]);
                        waits[i] = false;
                        called[i] = false;
                    }
                }
            }
        }

        void ask(int i) {
            called[i] = false;
            boolean first = !waits[i];
            Ticket ticket = gate.ask(flows[i], 1 + random.nextInt(3_000));
            waits[i] = ticket == null;
            if (ticket != null) {
                tickets.add(ticket);
            }
            assertThat(first || ticket != null || !called[i]).isTrue();
            assertThat(gate.use().inFlight()).isLessThanOrEqualTo(settings.commands());
            gate.use().vms().forEach(vm -> assertThat(vm.inFlight()).isLessThanOrEqualTo(8));
        }

        void finish() {
            Ticket ticket = tickets.poll();
            if (ticket != null) {
                long took = random.nextInt(2_000);
                used += took;
                gate.done(ticket, took);
            }
        }

        void settle() {
            for (int round = 0; round < 1_000 && waiting() > 0; round++) {
                while (!tickets.isEmpty()) {
                    finish();
                }
                clock.runUntil(clock.nanoTime() + 10_000_000);
                for (int i = 0; i < flows.length; i++) {
                    if (called[i] && waits[i]) {
                        ask(i);
                    }
                }
            }
            while (!tickets.isEmpty()) {
                finish();
            }
            for (GateFlow flow : flows) {
                gate.leave(flow, List.of());
            }
        }

        int waiting() {
            int sum = 0;
            for (boolean one : waits) {
                sum += one ? 1 : 0;
            }
            return sum;
        }
    }

    /** Picks the first flow or, with a random number, any flow; sometimes none for a moment. */
    private static final class Picker implements Scheduler {
        @Nullable Random random;
        int joined;
        private long wake = Long.MAX_VALUE;

        @Override
        public String name() {
            return "test";
        }

        @Override
        public void joined(Flow flow, long now) {
            joined++;
        }

        @Override
        public void left(Flow flow, long now) {
            joined--;
            assertThat(flow.inFlight()).isZero();
            assertThat(flow.head()).isZero();
        }

        @Override
        public void waits(Flow flow, long now) {}

        @Override
        public void withdrawn(Flow flow, long now) {}

        @Override
        public @Nullable Flow pick(Eligible eligible, long now) {
            wake = Long.MAX_VALUE;
            Random chance = random;
            if (chance == null) {
                return eligible.get(0);
            }
            if (chance.nextInt(10) == 0) {
                wake = now + chance.nextInt(500);
                return null;
            }
            return eligible.get(chance.nextInt(eligible.size()));
        }

        @Override
        public void granted(Flow flow, long estimate, long now) {}

        @Override
        public void done(Flow flow, long estimate, long measured, long now) {}

        @Override
        public long wakeAt(long now) {
            return wake;
        }
    }
}
