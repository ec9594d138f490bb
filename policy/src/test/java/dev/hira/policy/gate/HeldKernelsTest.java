package dev.hira.policy.gate;

import static dev.hira.policy.sim.SimWorld.MICRO;
import static dev.hira.policy.sim.SimWorld.MILLI;
import static dev.hira.policy.sim.SimWorld.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.hira.policy.schedule.HostCredits;
import dev.hira.policy.schedule.catalog.Schedulers;
import dev.hira.policy.schedule.fair.FairScheduler;
import dev.hira.policy.sim.Shares;
import dev.hira.policy.sim.SimClock;
import dev.hira.policy.sim.SimGuest;
import dev.hira.policy.sim.SimGuest.Behaviour;
import dev.hira.policy.sim.SimWorld;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Long kernels at a device that can hold kernels while those of other sessions run. */
final class HeldKernelsTest {
    private static final long SLICE = GateSettings.STANDARD.slice();

    private final SimWorld world = SimWorld.holding(FairScheduler::new);

    private static Behaviour kernels(long length, int depth) {
        return new Behaviour(() -> length, () -> 1, depth, 0);
    }

    private static Behaviour nowAndThen() {
        return new Behaviour(() -> 100 * MICRO, () -> 2, 1, 37 * MILLI);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1000000, 1", "1, 1000000, 4", "3, 1000000, 1", "3, 30000, 4", "8, 1000000, 4",
        "8, 5000, 2", "30, 1000000, 1", "30, 1500, 2", "30, 10000000, 3", "7, 3000, 1",
    })
    void shouldLetALightVmWaitForTwoSlicesAtMost(int heavies, long micros, int depth) {
        for (int i = 0; i < heavies; i++) {
            world.guest("vm" + i, kernels(micros * MICRO, depth));
        }
        world.runUntil(5 * SECOND);
        SimGuest light = world.guest("light", nowAndThen());
        world.runUntil(65 * SECOND);
        assertThat(light.waits).hasSizeGreaterThan(1000);
        // The first kernel is unknown: it counts as one that takes a slice.
        List<Long> waits = light.waits.subList(1, light.waits.size());
        assertThat(Collections.max(waits)).isLessThanOrEqualTo(2 * SLICE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void shouldShareByWeightWithRandomWeightsLengthsAndDepths(long seed) {
        Random random = new Random(seed);
        int vms = 2 + random.nextInt(7);
        long[] weights = LongStream.generate(() -> 1 + random.nextInt(8)).limit(vms).toArray();
        for (int i = 0; i < vms; i++) {
            long share = weights[i];
            long mean = (long) (MILLI * Math.pow(1000, random.nextDouble()));
            Random lengths = new Random(seed * 100 + i);
            int depth = 3 + random.nextInt(8);
            world.grant("vm" + i, grant -> grant.share(share));
            world.guest(
                    "vm" + i,
                    new Behaviour(() -> mean / 2 + lengths.nextLong(mean), () -> 1, depth, 0));
        }
        world.runUntil(5 * SECOND);
        Shares shares = Shares.from(world, vms);
        world.runUntil(65 * SECOND);
        assertThat(shares.busy()).as("seed %s", seed).isGreaterThanOrEqualTo(0.97);
        assertThat(unfairness(shares, weights)).as("seed %s", seed).isLessThanOrEqualTo(0.01);
    }

    /** Returns the largest difference between a VM's part of the work done and its due. */
    private static double unfairness(Shares shares, long[] weights) {
        double[] parts = shares.parts();
        double all = Arrays.stream(parts).sum();
        double sum = Arrays.stream(weights).sum();
        return IntStream.range(0, parts.length)
                .mapToDouble(i -> Math.abs(parts[i] / all - weights[i] / sum))
                .max()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"1.0, 0.5", "0.5, 0.5", "0.6, 0.95"})
    void shouldShareByDeviceTimeAmongKernelsThatCannotUseTheWholeDevice(
            double wide, double narrow) {
        world.width("vm0", wide);
        world.width("vm1", narrow);
        world.grant("vm0", grant -> grant.share(9));
        world.guest("vm0", kernels(SECOND, 3));
        world.guest("vm1", kernels(SECOND / 3, 3));
        world.runUntil(5 * SECOND);
        Shares shares = Shares.from(world, 2);
        world.runUntil(65 * SECOND);
        double[] parts = shares.parts();
        assertThat(parts[0] / (parts[0] + parts[1])).isBetween(0.89, 0.91);
    }

    @ParameterizedTest
    @CsvSource({"0.5, 3000", "0.5, 5000", "0.3, 4000", "0.7, 7000", "1.0, 4000"})
    void shouldChargeWhatKernelsTakeThatEndInTheMiddleOfASlice(double width, long micros) {
        world.width("vm0", width);
        world.guest("vm0", kernels(micros * MICRO, 3));
        world.guest("vm1", kernels(SECOND, 2));
        world.runUntil(25 * SECOND);
        long charged = world.policy.devices().getFirst().vms().getFirst().nanos();
        assertThat(charged - world.device.served("vm0")).isBetween(-2 * SLICE, 2 * SLICE);
        assertThat(world.device.served("vm0"))
                .isCloseTo(world.device.served("vm1"), withinPercentage(2));
    }

    @Test
    void shouldKeepAReservationBesideLongKernels() {
        world.grant("vm0", grant -> grant.reservation(SECOND / 5).share(1));
        world.guest("vm0", kernels(300 * MILLI, 2));
        for (int i = 1; i < 10; i++) {
            world.grant("vm" + i, grant -> grant.share(4));
            world.guest("vm" + i, kernels(SECOND, 2));
        }
        world.runUntil(5 * SECOND);
        Shares shares = Shares.from(world, 10);
        world.runUntil(65 * SECOND);
        assertThat(shares.parts()[0]).isGreaterThanOrEqualTo(0.195);
    }

    @Test
    void shouldKeepACapInTheMiddleOfAKernel() {
        world.grant("vm0", grant -> grant.cap(SECOND / 5));
        world.guest("vm0", kernels(3 * SECOND, 2));
        world.guest("vm1", kernels(MILLI, 64));
        world.runUntil(5 * SECOND);
        Shares shares = Shares.from(world, 2);
        world.runUntil(65 * SECOND);
        assertThat(shares.parts()[0]).isBetween(0.18, 0.205);
        assertThat(shares.parts()[1]).isGreaterThan(0.78);
    }

    @Test
    void shouldGiveNothingForManySessionsWithLongKernels() {
        for (int i = 0; i < 64; i++) {
            world.guest("vm0", kernels(SECOND, 1));
        }
        world.guest("vm1", kernels(MILLI, 64));
        world.runUntil(5 * SECOND);
        Shares shares = Shares.from(world, 2);
        world.runUntil(35 * SECOND);
        assertThat(shares.worstError(new long[] {1, 1})).isLessThanOrEqualTo(0.01);
    }

    @Test
    void shouldGiveNothingForLeavingInTheMiddleOfAKernel() {
        reconnect();
        world.guest("vm1", kernels(MILLI, 64));
        world.runUntil(5 * SECOND);
        Shares shares = Shares.from(world, 2);
        world.runUntil(35 * SECOND);
        assertThat(shares.parts()[0]).isLessThanOrEqualTo(0.52);
    }

    private void reconnect() {
        List<SimGuest> one = new ArrayList<>(List.of(world.guest("vm0", kernels(SECOND, 1))));
        world.clock.in(90 * MILLI, () -> one.forEach(SimGuest::end));
        world.clock.in(91 * MILLI, this::reconnect);
    }

    @Test
    void shouldLetAnEndlessKernelGoOnBesideShortOnes() {
        world.guest("vm0", kernels(3600 * SECOND, 1));
        for (int i = 1; i < 11; i++) {
            world.guest("vm" + i, kernels(200 * MICRO, 16));
        }
        world.runUntil(5 * SECOND);
        Shares shares = Shares.from(world, 11);
        world.runUntil(35 * SECOND);
        long[] equal = new long[11];
        Arrays.fill(equal, 1);
        assertThat(shares.worstError(equal)).isLessThanOrEqualTo(0.01);
    }

    @Test
    void shouldKeepCapsOfVmsThatAreAloneWithTheirKernels() {
        for (int i = 0; i < 2; i++) {
            world.grant("vm" + i, grant -> grant.cap(SECOND / 5));
            world.guest("vm" + i, kernels(3 * SECOND, 2));
        }
        world.runUntil(5 * SECOND);
        Shares shares = Shares.from(world, 2);
        world.runUntil(65 * SECOND);
        assertThat(shares.parts()[0]).isBetween(0.18, 0.205);
        assertThat(shares.parts()[1]).isBetween(0.18, 0.205);
        world.grant("vm0", grant -> grant.cap(SECOND / 2));
        world.runUntil(66 * SECOND);
        shares = Shares.from(world, 2);
        world.runUntil(96 * SECOND);
        assertThat(shares.parts()[0]).as("raised in the middle of a kernel").isBetween(0.47, 0.51);
        assertThat(shares.parts()[1]).isBetween(0.18, 0.205);
    }

    @Test
    void shouldShareByWeightAmongUnknownKernelsWithoutFurtherCommands() {
        world.grant("vm0", grant -> grant.share(3));
        world.guest("vm0", kernels(100 * SECOND, 1));
        world.guest("vm1", kernels(100 * SECOND, 1));
        world.runUntil(SECOND);
        Shares shares = Shares.from(world, 2);
        world.runUntil(31 * SECOND);
        assertThat(shares.worstError(new long[] {3, 1})).isLessThanOrEqualTo(0.01);
    }

    @Test
    void shouldGiveNothingForKernelsThatGrowOnManyStreams() {
        long[] count = {0};
        world.guest(
                "vm0",
                new Behaviour(
                        () -> count[0]++ < 4000 ? 10 * MICRO : 2 * SECOND, () -> 1, 1024, 0, 32));
        world.guest("vm1", kernels(SECOND, 2));
        world.runUntil(2 * SECOND);
        Shares shares = Shares.from(world, 2);
        world.runUntil(62 * SECOND);
        assertThat(shares.parts()[0]).isLessThanOrEqualTo(0.52);
    }

    @Test
    void shouldLetACommandGoForWhichAKernelOfItsSessionMayWait() {
        SimClock clock = world.clock;
        DeviceGate gate =
                new DeviceGate("d", GateSettings.STANDARD, clock, clock, new FairScheduler());
        GateFlow polling = gate.join(new TestTenant("a"), "", true, () -> {});
        GateFlow rival = gate.join(new TestTenant("b"), "", true, () -> {});
        Ticket polls = Objects.requireNonNull(gate.ask(polling, SECOND));
        Ticket others = null;
        Ticket copy = null;
        for (int milli = 1; milli < 600 && copy == null; milli++) {
            clock.runUntil(milli * MILLI);
            if (!polling.isHeld()) {
                gate.heardOf(polls);
            }
            if (others == null) {
                others = gate.ask(rival, 100 * SECOND);
            } else if (!rival.isHeld()) {
                gate.heardOf(others);
            }
            copy = milli < 300 ? null : gate.ask(polling, 10 * MICRO);
        }
        assertThat(others).isNotNull();
        assertThat(copy).isNotNull();
    }

    @Test
    void shouldNotHoldAKernelThatHasTheDeviceForItself() {
        SimGuest alone = world.guest("vm0", kernels(SECOND, 3));
        world.runUntil(20 * SECOND);
        assertThat(alone.turns()).isZero();
        assertThat(alone.completed()).isGreaterThanOrEqualTo(19);
    }

    @Test
    void shouldServeTheFirstComeToTheEndWhereTheSchedulerDoes() {
        SimWorld inOrder =
                SimWorld.holding(
                        () -> Schedulers.standard(new HostCredits()).create("none", Map.of()));
        SimGuest first = inOrder.guest("vm0", kernels(SECOND, 2));
        inOrder.guest("vm1", kernels(MILLI, 2));
        inOrder.runUntil(10 * SECOND);
        assertThat(first.turns()).isZero();
    }
}
