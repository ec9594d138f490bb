package dev.hira.policy.schedule;

import static dev.hira.policy.sim.SimWorld.MICRO;
import static dev.hira.policy.sim.SimWorld.MILLI;
import static dev.hira.policy.sim.SimWorld.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.gate.DeviceUse;
import dev.hira.policy.gate.GateSettings;
import dev.hira.policy.model.GrantBuilder;
import dev.hira.policy.model.Rate;
import dev.hira.policy.sim.HoldingDevice;
import dev.hira.policy.sim.SimGuest;
import dev.hira.policy.sim.SimGuest.Behaviour;
import dev.hira.policy.sim.SimWorld;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sessions with short and long kernels that come, go, move and change at random times, behind gates
 * of two devices that hold kernels.
 */
final class StormsBehindGatesTest {
    private static final int SEEDS = 2;
    private static final int EVENTS = 150;
    private static final long SLICE = GateSettings.STANDARD.slice();

    /** Schedulers that wait for a device without work, and thus let all kernels there end. */
    private static final Set<String> WHOLE_KERNELS = Set.of("timeslice", "timeslice-disengaged");

    private static Stream<String> names() {
        return SimGate.ALL.kinds().stream().map(SchedulerKind::name);
    }

    /** Returns each scheduler with each seed. */
    static Stream<Arguments> storms() {
        return names().flatMap(name ->
                LongStream.rangeClosed(1, SEEDS).mapToObj(seed -> Arguments.of(name, seed)));
    }

    @ParameterizedTest
    @MethodSource("storms")
    void shouldForgetNobodyWhateverHappens(String name, long seed) {
        Storm storm = new Storm(name, seed);
        storm.run();
        storm.settle();
        storm.checkCharges();
        storm.checkTurns();
        storm.serveNewcomers();
        storm.closeAll();
    }

    private static final class Storm {
        private final Map<String, Scheduler> schedulers = new HashMap<>();
        private final List<SimGuest> present = new ArrayList<>();
        private final String name;
        private final Random random;
        private final SimWorld world;

        /** Whether sessions end while they have work, which is charged as far as it is known. */
        private final boolean ends;

        Storm(String name, long seed) {
            this.name = name;
            this.random = new Random(seed);
            this.ends = seed % 2 == 0;
            this.world = SimWorld.holding(() -> SimGate.create(name));
            switchTo(SimWorld.DEVICE, name);
            switchTo(SimWorld.OTHER_DEVICE, name);
            for (int i = 0; i < 5; i++) {
                world.width("vm" + i, 0.5 + random.nextDouble());
            }
        }

        void run() {
            for (int i = 0; i < EVENTS; i++) {
                event(random.nextInt(12));
                pass((long) Math.exp(random.nextDouble() * Math.log(SECOND)));
            }
        }

        private void pass(long nanos) {
            world.runUntil(world.clock.nanoTime() + nanos);
        }

        private void event(int what) {
            if (present.isEmpty() || (what < 3 && present.size() < 10)) {
                present.add(world.guest(anyVm(), "task" + random.nextInt(2), behaviour()));
                return;
            }
            SimGuest guest = present.get(random.nextInt(present.size()));
            switch (what) {
                case 3 -> end(guest);
                case 4, 5 -> guest.move();
                case 6 -> guest.retract(random.nextLong(20 * MILLI));
                case 7 -> world.grant(guest.vm, g -> g.cap(capOf(random.nextInt(3))));
                case 8 -> world.grant(guest.vm, this::changed);
                case 9 -> world.grant(guest.vm, g -> g.reservation(random.nextLong(SECOND / 4)));
                case 10 -> switchTo(anyDevice(), anyName(random));
                default -> switchTo(anyDevice(), name);
            }
        }

        private GrantBuilder changed(GrantBuilder grant) {
            return grant.share(1 + random.nextInt(8))
                    .priority(random.nextInt(3))
                    .credits(1 + random.nextInt(2_000));
        }

        private static long capOf(int which) {
            return which == 0 ? Rate.UNLIMITED : which * SECOND / 5;
        }

        private void end(SimGuest guest) {
            if (ends) {
                guest.end();
                present.remove(guest);
            }
        }

        private void switchTo(String device, String kind) {
            Scheduler scheduler = SimGate.create(kind);
            schedulers.put(device, scheduler);
            world.policy.schedule(device, scheduler);
        }

        private String anyDevice() {
            return random.nextBoolean() ? SimWorld.DEVICE : SimWorld.OTHER_DEVICE;
        }

        private static String anyName(Random random) {
            List<String> all = names().filter(it -> !WHOLE_KERNELS.contains(it)).toList();
            return all.get(random.nextInt(all.size()));
        }

        private String anyVm() {
            return "vm" + random.nextInt(5);
        }

        private Behaviour behaviour() {
            long most = (long) (100 * MICRO * Math.pow(20_000, random.nextDouble()));
            int code = random.nextInt(4);
            int depth = 1 + random.nextInt(most > 10 * MILLI ? 3 : 64);
            long think = random.nextInt(3) * random.nextLong(5 * MILLI);
            int oddity = random.nextInt(3);
            return new Behaviour(
                    () ->
                            oddity == 0 && random.nextInt(50) == 0
                                    ? SECOND
                                    : 1 + random.nextLong(most),
                    () -> oddity == 1 ? random.nextInt(64) : code,
                    depth,
                    think,
                    1 + random.nextInt(3));
        }

        /** Stops sending and checks that all work ends in time, and that nothing is left of it. */
        void settle() {
            for (int i = 0; i < 5; i++) {
                world.grant("vm" + i, g -> g.cap(Rate.UNLIMITED));
            }
            present.forEach(SimGuest::stop);
            long since = world.clock.nanoTime();
            long work = present.stream().mapToLong(SimGuest::unanswered).sum();
            while (!present.stream().allMatch(SimGuest::isIdle)
                    && world.clock.nanoTime() - since < 2 * work + SECOND) {
                pass(MILLI);
            }
            pass(MILLI);
            assertThat(present).allMatch(SimGuest::isIdle);
            assertThat(present).noneMatch(SimGuest::isHeld);
            assertThat(world.policy.devices()).allMatch(use -> use.inFlight() == 0);
            assertThat(world.policy.devices()).allMatch(use -> use.waiting() == 0);
            assertThat(world.policy.devices())
                    .flatMap(DeviceUse::vms)
                    .allMatch(vm -> vm.inFlight() == 0 && vm.waiting() == 0);
        }

        /**
         * Checks that the charges are the work done, and at most some slices that were not used up.
         */
        void checkCharges() {
            if (!ends) {
                long charged = world.policy.devices().stream().mapToLong(DeviceUse::nanos).sum();
                long done = present.stream().mapToLong(SimGuest::done).sum();
                assertThat(charged - done).isBetween(0L, 3 * SLICE * present.size());
            }
        }

        /** Checks that long kernels of several sessions do not run at once. */
        void checkTurns() {
            long any = together(1);
            if (!WHOLE_KERNELS.contains(name)) {
                assertThat(together(2)).isLessThan(any / 10);
                assertThat(together(3)).isLessThan(any / 100);
            }
        }

        private long together(int sessions) {
            return ((HoldingDevice) world.device).together(sessions)
                    + ((HoldingDevice) world.otherDevice).together(sessions);
        }

        /** Checks that no leftover keeps the devices from new sessions. */
        void serveNewcomers() {
            SimGuest one = world.guest("new", Behaviour.sync(MILLI, 0));
            SimGuest two = world.guest("new", Behaviour.sync(MILLI, 0));
            two.move();
            pass(SECOND);
            assertThat(one.completed()).isGreaterThan(100);
            assertThat(two.completed()).isGreaterThan(100);
            present.add(one);
            present.add(two);
        }

        void closeAll() {
            present.forEach(SimGuest::end);
            pass(SECOND);
            assertThat(schedulers.values())
                    .allMatch(it -> Reachable.from(it, Flow.class, Tenant.class).isEmpty());
        }
    }
}
