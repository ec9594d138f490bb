package dev.hira.policy.tenant;

import static dev.hira.policy.sim.SimWorld.MICRO;
import static dev.hira.policy.sim.SimWorld.MILLI;
import static dev.hira.policy.sim.SimWorld.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.sim.Shares;
import dev.hira.policy.sim.SimGuest;
import dev.hira.policy.sim.SimGuest.Behaviour;
import dev.hira.policy.sim.SimWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** Tricks of a VM, which gain nothing. In each test vm0 plays them and vm1 is honest. */
@ParameterizedClass(name = "holding {0}, honest kernels of {1} ms")
@CsvSource({"false, 1", "true, 1", "true, 1000"})
final class HostileGuestsTest {
    /** Whether the device can hold kernels. */
    @Parameter(0)
    boolean holds;

    /** Length of the honest VM's kernels. */
    @Parameter(1)
    long millis;

    private SimWorld world;

    @BeforeEach
    void begin() {
        world = SimWorld.of(holds);
    }

    private double cheaters(long from, long to) {
        world.runUntil(from);
        Shares shares = Shares.from(world, 2);
        world.runUntil(to);
        double[] parts = shares.parts();
        return parts[0] / (parts[0] + parts[1]);
    }

    @Test
    void shouldGiveNothingForManySessions() {
        for (int i = 0; i < 50; i++) {
            world.guest("vm0", Behaviour.busy(MILLI));
        }
        world.guest("vm1", Behaviour.busy(millis * MILLI));
        assertThat(cheaters(SECOND, 11 * SECOND)).isBetween(0.49, 0.51);
    }

    @Test
    void shouldGiveNothingForLongKernelsAmongShortOnesOfTheSameCode() {
        Random random = new Random(1);
        world.guest(
                "vm0",
                new Behaviour(
                        () -> random.nextInt(200) == 0 ? 50 * MILLI : 10 * MICRO,
                        () -> 1,
                        1024,
                        0));
        world.guest("vm1", Behaviour.busy(millis * MILLI));
        assertThat(cheaters(SECOND, 11 * SECOND)).isLessThan(0.51);
    }

    @Test
    void shouldGiveNothingForKernelsThatGrowAfterTheyWereTrusted() {
        long[] count = {0};
        world.guest(
                "vm0",
                new Behaviour(
                        () -> count[0]++ % 4000 < 3600 ? MICRO : 5 * MILLI, () -> 1, 4096, 0));
        world.guest("vm1", Behaviour.busy(millis * MILLI));
        assertThat(cheaters(SECOND, 21 * SECOND)).isLessThan(0.51);
    }

    @Test
    void shouldGiveNothingForUnknownKernels() {
        long[] name = {1000};
        world.guest("vm0", new Behaviour(() -> 30 * MILLI, () -> name[0]++, 1024, 0));
        world.guest("vm1", Behaviour.busy(millis * MILLI));
        assertThat(cheaters(SECOND, 11 * SECOND)).isLessThan(0.51);
    }

    @Test
    void shouldGiveNothingForIdlingAndRushing() {
        Bursts bursts = new Bursts();
        bursts.begin();
        world.guest("vm1", Behaviour.busy(millis * MILLI));
        world.runUntil(SECOND);
        Shares shares = Shares.from(world, 2);
        world.runUntil(11 * SECOND);
        // A tenth of the time is idle; of the other nine it may have half. A long kernel may be
        // charged after a while for what it took while it was alone, which makes up for idling.
        assertThat(shares.parts()[0]).isLessThan(millis == 1 ? 0.46 : 0.5);
    }

    /** A VM that is idle for 10 ms and rushes for 90. */
    private final class Bursts {
        void begin() {
            SimGuest guest = world.guest("vm0", Behaviour.busy(MILLI));
            world.clock.in(90 * MILLI, guest::end);
            world.clock.in(100 * MILLI, this::begin);
        }
    }

    @Test
    void shouldGiveNothingForLeavingWithWorkAtTheDevice() {
        reconnect();
        world.guest("vm1", Behaviour.busy(millis * MILLI));
        assertThat(cheaters(SECOND, 11 * SECOND)).isLessThan(0.51);
    }

    /** Opens a session for each kernel and closes it while the kernel runs. */
    private void reconnect() {
        SimGuest guest = world.guest("vm0", Behaviour.busy(20 * MILLI));
        List<SimGuest> one = new ArrayList<>(List.of(guest));
        world.clock.in(5 * MILLI, () -> one.forEach(SimGuest::end));
        world.clock.in(6 * MILLI, this::reconnect);
    }
}
