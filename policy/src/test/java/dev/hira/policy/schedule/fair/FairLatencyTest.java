package dev.hira.policy.schedule.fair;

import static dev.hira.policy.sim.SimWorld.MICRO;
import static dev.hira.policy.sim.SimWorld.MILLI;
import static dev.hira.policy.sim.SimWorld.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.gate.GateSettings;
import dev.hira.policy.sim.Shares;
import dev.hira.policy.sim.SimGuest;
import dev.hira.policy.sim.SimGuest.Behaviour;
import dev.hira.policy.sim.SimWorld;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Waits of VMs that want little, and shares of VMs that wait for each reply. */
@ParameterizedClass(name = "holding {0}")
@ValueSource(booleans = {false, true})
final class FairLatencyTest {
    /** Whether the device can hold kernels. */
    @Parameter boolean holds;

    private static final long SLICE = GateSettings.STANDARD.slice();

    private static long percentile(List<Long> values, double part) {
        List<Long> sorted = values.stream().sorted().toList();
        return sorted.get((int) Math.ceil(sorted.size() * part) - 1);
    }

    @ParameterizedTest
    @CsvSource({"1, 10000", "3, 10000", "15, 10000", "15, 1000", "7, 3000"})
    void shouldLetALightVmWaitForASliceAndOneKernelAtMost(int heavy, long kernelMicros) {
        SimWorld world = SimWorld.of(holds);
        for (int i = 0; i < heavy; i++) {
            world.guest("vm" + i, Behaviour.busy(kernelMicros * MICRO));
        }
        SimGuest light = world.guest("light", Behaviour.sync(100 * MICRO, 30 * MILLI));
        world.runUntil(20 * SECOND);
        assertThat(light.waits).hasSizeGreaterThan(200);
        assertThat(percentile(light.waits, 0.99))
                .isLessThanOrEqualTo(SLICE + kernelMicros * MICRO + 2 * SimWorld.WAY);
    }

    @Test
    void shouldOweNothingToAVmThatWaitsForEachAnswer() {
        SimWorld world = SimWorld.of(holds);
        world.guest("vm0", Behaviour.sync(MILLI, 20 * MICRO));
        world.guest("vm1", Behaviour.busy(100 * MILLI));
        world.runUntil(SECOND);
        Shares shares = Shares.from(world, 2);
        world.runUntil(11 * SECOND);
        double[] parts = shares.parts();
        assertThat(parts[0] / (parts[0] + parts[1])).isBetween(0.45, 0.55);
        assertThat(shares.busy()).isGreaterThan(0.85);
    }

    @Test
    void shouldNotKeepTheDeviceForAVmThatThinksForLongerThanItIsWorth() {
        SimWorld world = SimWorld.of(holds);
        world.guest("vm0", Behaviour.sync(100 * MICRO, 3 * MILLI));
        world.guest("vm1", Behaviour.busy(10 * MILLI));
        world.runUntil(SECOND);
        Shares shares = Shares.from(world, 2);
        world.runUntil(11 * SECOND);
        assertThat(shares.busy()).isGreaterThanOrEqualTo(0.99);
    }

    @Test
    void shouldIdleForOthersSakeWithinItsBudgetOnly() {
        SimWorld world =
                new SimWorld(
                        1,
                        GateSettings.STANDARD,
                        () ->
                                new FairScheduler(
                                        new FairSettings(
                                                10 * MILLI, 20 * MILLI, MILLI, 300_000, 20)));
        Random random = new Random(7);
        for (int i = 0; i < 4; i++) {
            long think = (100 + random.nextInt(300)) * MICRO;
            world.guest("vm" + i, Behaviour.sync(2 * MILLI, think));
        }
        world.guest("vm4", Behaviour.busy(20 * MILLI));
        world.runUntil(SECOND);
        Shares shares = Shares.from(world, 5);
        world.runUntil(11 * SECOND);
        // In addition to the deliberate idle time, each separate command costs a round trip.
        double ways = 2.0 * SimWorld.WAY * 500 / SECOND;
        assertThat(shares.busy()).isGreaterThanOrEqualTo(1 - 0.02 - ways);
    }

    @Test
    void shouldNotLetAVmSaveUpForARush() {
        SimWorld world = SimWorld.of(holds);
        world.guest("vm0", Behaviour.busy(MILLI));
        world.runUntil(5 * SECOND);
        world.guest("vm1", Behaviour.busy(MILLI));
        Shares shares = Shares.from(world, 2);
        world.runUntil(5 * SECOND + 200 * MILLI);
        assertThat(shares.parts()[1]).isBetween(0.45, 0.55);
    }
}
