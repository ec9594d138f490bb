package dev.hira.policy.schedule.fair;

import static dev.hira.policy.sim.SimWorld.MICRO;
import static dev.hira.policy.sim.SimWorld.MILLI;
import static dev.hira.policy.sim.SimWorld.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.gate.GateSettings;
import dev.hira.policy.sim.Shares;
import dev.hira.policy.sim.SimGuest.Behaviour;
import dev.hira.policy.sim.SimWorld;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shares and utilization over ten seconds. */
@ParameterizedClass(name = "holding {0}")
@ValueSource(booleans = {false, true})
final class FairSharesTest {
    /**
     * Whether the device can hold kernels. A held kernel goes on beside the last moments of what it
     * waited for, so the gate knows less exactly when the device will idle.
     */
    @Parameter boolean holds;

    private static final long TEN = 10 * SECOND;

    private static Shares measure(SimWorld world, long[] weights, Behaviour[] behaviours) {
        for (int i = 0; i < weights.length; i++) {
            long share = weights[i];
            world.grant("vm" + i, grant -> grant.share(share));
            world.guest("vm" + i, behaviours[i]);
        }
        world.runUntil(SECOND);
        Shares shares = Shares.from(world, weights.length);
        world.runUntil(SECOND + TEN);
        return shares;
    }

    /** Makes the kernels of every other VM a hundred times as long. */
    private static Behaviour[] mixed(int vms, long shortest) {
        Behaviour[] all = new Behaviour[vms];
        for (int i = 0; i < vms; i++) {
            all[i] = Behaviour.busy(i % 2 == 0 ? shortest : 100 * shortest);
        }
        return all;
    }

    @Test
    void shouldNotKeepTheDeviceForAVmThatThinksForLong() {
        SimWorld world = SimWorld.of(holds);
        world.guest("vm0", Behaviour.busy(5 * MILLI));
        world.guest("vm1", Behaviour.sync(500 * MICRO, 20 * MILLI));
        world.runUntil(SECOND);
        Shares shares = Shares.from(world, 2);
        world.runUntil(6 * SECOND);
        assertThat(shares.busy()).isGreaterThan(holds ? 0.97 : 0.99);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void shouldShareEquallyWithAVmThatHasFewShortKernelsAtATime(int depth) {
        SimWorld world = SimWorld.of(holds);
        world.guest("vm0", new Behaviour(() -> MILLI, () -> 1, depth, 0));
        world.guest("vm1", new Behaviour(() -> 100 * MILLI, () -> 2, 2, 0));
        Shares shares = Shares.from(world, 2);
        world.runUntil(12 * SECOND);
        assertThat(shares.worstError(new long[] {1, 1})).isLessThan(0.02);
    }

    @ParameterizedTest
    @CsvSource({"2, 1000", "4, 1000", "8, 300", "16, 100"})
    void shouldShareEquallyWhateverTheLengthsOfKernels(int vms, long shortestMicros) {
        long[] weights = LongStream.generate(() -> 1).limit(vms).toArray();
        Shares shares = measure(SimWorld.of(holds), weights, mixed(vms, shortestMicros * MICRO));
        assertThat(shares.worstError(weights)).isLessThanOrEqualTo(0.01);
        assertThat(shares.jain()).isGreaterThanOrEqualTo(0.999);
        assertThat(shares.busy()).isGreaterThanOrEqualTo(0.99);
    }

    @ParameterizedTest
    @CsvSource({"2, 1000", "4, 1000", "8, 1000", "16, 300", "16, 50"})
    void shouldShareByWeightWhateverTheLengthsOfKernels(int vms, long shortestMicros) {
        long[] weights = LongStream.range(0, vms).map(i -> 1 + (i * 5) % 4).toArray();
        Shares shares = measure(SimWorld.of(holds), weights, mixed(vms, shortestMicros * MICRO));
        assertThat(shares.worstError(weights)).isLessThanOrEqualTo(holds ? 0.0125 : 0.01);
        assertThat(shares.busy()).isGreaterThanOrEqualTo(0.99);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldShareByWeightWithRandomWeightsAndLengths(long seed) {
        Random random = new Random(seed);
        int vms = 2 + random.nextInt(15);
        long[] weights = LongStream.generate(() -> 1 + random.nextInt(8)).limit(vms).toArray();
        Behaviour[] behaviours = new Behaviour[vms];
        for (int i = 0; i < vms; i++) {
            long mean = (long) (100 * MICRO * Math.pow(100, random.nextDouble()));
            Random lengths = new Random(seed * 100 + i);
            behaviours[i] = new Behaviour(() -> mean / 2 + lengths.nextLong(mean), () -> 1, 256, 0);
        }
        Shares shares = measure(SimWorld.of(holds), weights, behaviours);
        assertThat(shares.worstError(weights)).as("seed %s", seed).isLessThanOrEqualTo(0.01);
        assertThat(shares.busy()).as("seed %s", seed).isGreaterThanOrEqualTo(0.99);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 3})
    void shouldShareByWeightWhereTheHostIsBusyAndMakesKernelsLate(long weight) {
        SimWorld world = SimWorld.of(holds);
        Random random = new Random(weight);
        world.grant("vm0", grant -> grant.share(weight));
        world.guest("vm0", onBusyHost(world, random, 100 * MICRO, 1024));
        world.guest("vm1", onBusyHost(world, random, 10 * MILLI, 4));
        world.runUntil(SECOND);
        Shares shares = Shares.from(world, 2);
        world.runUntil(6 * SECOND);
        double[] parts = shares.parts();
        double due = (double) weight / (weight + 1);
        assertThat(parts[0] / (parts[0] + parts[1])).isBetween(due - 0.02, due + 0.02);
    }

    /**
     * Simulates a host that is busy with other work for 60 of 200 ms, when every third kernel takes
     * 3 to 23 ms more.
     */
    private static Behaviour onBusyHost(SimWorld world, Random random, long length, int depth) {
        return new Behaviour(
                () ->
                        world.clock.nanoTime() % (200 * MILLI) < 60 * MILLI
                                        && random.nextInt(3) == 0
                                ? length + 3 * MILLI + random.nextLong(20 * MILLI)
                                : length,
                () -> length,
                depth,
                0);
    }

    @Test
    void shouldKeepADeviceBusyThatRunsSeveralKernelsAtOnce() {
        SimWorld world = new SimWorld(4, GateSettings.STANDARD.withWidth(4), FairScheduler::new);
        Shares shares = measure(world, new long[] {1, 1, 1, 1, 1, 1}, mixed(6, MILLI));
        double sum = 0;
        for (double part : shares.parts()) {
            assertThat(part).isBetween(4 / 6.0 - 0.02, 4 / 6.0 + 0.02);
            sum += part;
        }
        assertThat(sum).isGreaterThanOrEqualTo(4 * 0.99);
    }

    @Test
    void shouldGiveTheTimeOfIdleVmsToTheOthers() {
        SimWorld world = SimWorld.of(holds);
        for (int i = 0; i < 20; i++) {
            world.guest("idle" + i, new Behaviour(() -> MILLI, () -> 1, 0, 0));
        }
        Shares shares = measure(world, new long[] {1, 3}, mixed(2, MILLI));
        assertThat(shares.worstError(new long[] {1, 3})).isLessThanOrEqualTo(0.01);
        assertThat(shares.busy()).isGreaterThanOrEqualTo(0.99);
    }

    @Test
    void shouldFollowAWeightThatChangesWithinAFifthOfASecond() {
        SimWorld world = SimWorld.of(holds);
        world.guest("vm0", Behaviour.busy(MILLI));
        world.guest("vm1", Behaviour.busy(2 * MILLI));
        world.runUntil(SECOND);
        world.grant("vm0", grant -> grant.share(9));
        world.runUntil(SECOND + SECOND / 5);
        Shares shares = Shares.from(world, 2);
        world.runUntil(2 * SECOND);
        assertThat(shares.worstError(new long[] {9, 1})).isLessThanOrEqualTo(0.02);
    }

    @ParameterizedTest
    @ValueSource(strings = {"vm0", "vm1"})
    void shouldBeFairAtOnceWhenAVmWithNearlyAllTimeBecomesOneOfTwoEqualOnes(String changed) {
        SimWorld world = SimWorld.of(holds);
        long most = 100_000;
        world.grant("vm0", grant -> grant.share(most));
        world.guest("vm0", Behaviour.busy(MILLI));
        world.guest("vm1", Behaviour.busy(2 * MILLI));
        world.runUntil(SECOND);
        world.grant(changed, grant -> grant.share(changed.equals("vm0") ? 1 : most));
        world.runUntil(SECOND + SECOND / 5);
        Shares shares = Shares.from(world, 2);
        world.runUntil(2 * SECOND);
        assertThat(shares.worstError(new long[] {1, 1})).isLessThanOrEqualTo(0.02);
    }

    @Test
    void shouldBeFairInEverySecondToPairsOfKernelLengths() {
        long[] lengths = {1, 2, 5, 10, 20, 50, 100};
        List<Double> unfairness = new ArrayList<>();
        for (long a : lengths) {
            for (long b : lengths) {
                if (a < b) {
                    unfairness.addAll(windows(a * MILLI, b * MILLI));
                }
            }
        }
        Collections.sort(unfairness);
        assertThat(unfairness.get(unfairness.size() / 2)).isLessThanOrEqualTo(0.01);
        assertThat(unfairness.getLast()).isLessThanOrEqualTo(0.1);
    }

    /** Returns |t1 - t2| / (t1 + t2) of each second. */
    private List<Double> windows(long a, long b) {
        SimWorld world = SimWorld.of(holds);
        world.guest("vm0", Behaviour.busy(a));
        world.guest("vm1", Behaviour.busy(b));
        List<Double> all = new ArrayList<>();
        for (int second = 1; second <= 10; second++) {
            world.runUntil(second * SECOND);
            double[] parts = windowOf(world);
            all.add(Math.abs(parts[0] - parts[1]) / (parts[0] + parts[1]));
        }
        return all;
    }

    private static double[] windowOf(SimWorld world) {
        Shares shares = Shares.from(world, 2);
        world.runUntil(world.clock.nanoTime() + SECOND);
        return shares.parts();
    }
}
