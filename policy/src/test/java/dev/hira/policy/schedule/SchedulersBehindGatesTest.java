package dev.hira.policy.schedule;

import static dev.hira.policy.sim.SimWorld.MILLI;
import static dev.hira.policy.sim.SimWorld.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.gate.GateSettings;
import dev.hira.policy.rules.RuleBook;
import dev.hira.policy.sim.SimGuest;
import dev.hira.policy.sim.SimGuest.Behaviour;
import dev.hira.policy.sim.SimWorld;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every scheduler works behind production gates. */
final class SchedulersBehindGatesTest {
    private static final Set<String> STARVING = Set.of("priority", "deadline", "co-sched");

    static Stream<String> names() {
        return SimGate.ALL.kinds().stream().map(SchedulerKind::name);
    }

    private static SimWorld world(String name) {
        return new SimWorld(1, GateSettings.STANDARD, () -> SimGate.create(name));
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldServeAllKindsOfGuests(String name) {
        SimWorld world = world(name);
        SimGuest busy = world.guest("busy", Behaviour.busy(3 * MILLI));
        SimGuest tiny = world.guest("tiny", Behaviour.busy(MILLI / 20));
        SimGuest sync = world.guest("sync", Behaviour.sync(MILLI, MILLI / 10));
        world.runUntil(5 * SECOND);
        assertThat(world.device.busy()).as(name).isGreaterThan(2 * SECOND);
        if (!STARVING.contains(name)) {
            assertThat(world.device.served(busy.vm))
                    .as("%s of %s", "busy", name)
                    .isGreaterThan(SECOND / 2);
            assertThat(world.device.served(tiny.vm))
                    .as("%s of %s", "tiny", name)
                    .isGreaterThan(SECOND / 20);
            assertThat(world.device.served(sync.vm))
                    .as("%s of %s", "sync", name)
                    .isGreaterThan(SECOND / 20);
        }
    }

    /** A scheduler that waits for a device without work gets it only between kernels. */
    private static final Set<String> WHOLE_KERNELS =
            Set.of("none", "timeslice", "timeslice-disengaged");

    @ParameterizedTest
    @MethodSource("names")
    void shouldServeAllKindsOfGuestsBesideLongKernelsThatCanBeHeld(String name) {
        SimWorld world = SimWorld.holding(() -> SimGate.create(name));
        SimGuest longer = world.guest("long", new Behaviour(() -> SECOND, () -> 1, 2, 0));
        SimGuest busy = world.guest("busy", Behaviour.busy(3 * MILLI));
        SimGuest sync = world.guest("sync", Behaviour.sync(MILLI, MILLI / 10));
        world.runUntil(5 * SECOND);
        world.policy.schedule(SimWorld.DEVICE, SimGate.create("fair"));
        world.runUntil(6 * SECOND);
        world.policy.schedule(SimWorld.DEVICE, SimGate.create(name));
        world.runUntil(20 * SECOND);
        assertThat(world.device.busy()).as(name).isGreaterThan(12 * SECOND);
        if (!STARVING.contains(name)) {
            assertThat(world.device.served(longer.vm)).as("long").isGreaterThan(2 * SECOND);
        }
        if (!STARVING.contains(name) && !WHOLE_KERNELS.contains(name)) {
            assertThat(world.device.served(busy.vm)).as("busy").isGreaterThan(2 * SECOND);
            assertThat(world.device.served(sync.vm)).as("sync").isGreaterThan(SECOND / 5);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldTakeOverWhileCommandsRunAndSessionsEnd(String name) {
        SimWorld world = world("none");
        world.guest("a", Behaviour.busy(3 * MILLI));
        world.guest("b", Behaviour.sync(MILLI, MILLI));
        SimGuest leaving = world.guest("c", Behaviour.busy(MILLI));
        long end = 0;
        for (String other : names().toList()) {
            end += SECOND / 10;
            world.runUntil(end);
            world.policy.schedule(SimWorld.DEVICE, SimGate.create(other));
            end += SECOND / 10;
            world.runUntil(end);
            world.policy.schedule(SimWorld.DEVICE, SimGate.create(name));
        }
        leaving.end();
        long before = world.device.busy();
        world.runUntil(end + 4 * SECOND);
        assertThat(world.device.busy() - before).isGreaterThan(SECOND);
        assertThat(world.policy.devices().getFirst().scheduler()).isEqualTo(name);
    }

    @Test
    void shouldCountAdmissionAndDeviceTimeInOneBook() {
        RuleBook book =
                SimRules.book(
                        """
                        counter calls
                        consume calls: calls = calls + amount
                        consume device_time: calls = calls + amount / ms * 100
                        schedule: -calls
                        delay if vm.name == "b" && calls > 5000
                        """);
        SimWorld world =
                new SimWorld(
                        1,
                        GateSettings.STANDARD,
                        () ->
                                SimGate.ALL
                                        .with(RuleScheduler.kind(book))
                                        .kinds()
                                        .getLast()
                                        .create(Map.of()));
        world.policy.rules(book);
        SimGuest a = world.guest("a", Behaviour.busy(2 * MILLI));
        SimGuest b = world.guest("b", Behaviour.busy(MILLI));
        world.runUntil(2 * SECOND);
        assertThat(b.completed()).isBetween(45L, 60L);
        assertThat(a.completed()).isGreaterThan(900);
    }
}
