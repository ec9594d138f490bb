package dev.hira.policy.sim;

import java.util.Arrays;
import java.util.stream.IntStream;

/** What VMs {@code vm0}, {@code vm1}, … had of a device between two moments. */
public final class Shares {
    private final SimWorld world;
    private final long since;
    private final long busySince;
    private final long[] before;

    private Shares(SimWorld world, int vms) {
        this.world = world;
        this.since = world.clock.nanoTime();
        this.busySince = world.device.busy();
        this.before =
                IntStream.range(0, vms).mapToLong(i -> world.device.served("vm" + i)).toArray();
    }

    /** Begins to measure now. */
    public static Shares from(SimWorld world, int vms) {
        return new Shares(world, vms);
    }

    /** Each VM's part of the time that has passed. */
    public double[] parts() {
        double passed = world.clock.nanoTime() - since;
        return IntStream.range(0, before.length)
                .mapToDouble(i -> (world.device.served("vm" + i) - before[i]) / passed)
                .toArray();
    }

    /** The part of the time in which the device was at work. */
    public double busy() {
        return (double) (world.device.busy() - busySince) / (world.clock.nanoTime() - since);
    }

    /** The largest distance between what a VM had and what its weight promised. */
    public double worstError(long[] weights) {
        double[] parts = parts();
        double sum = Arrays.stream(weights).sum();
        return IntStream.range(0, parts.length)
                .mapToDouble(i -> Math.abs(parts[i] - weights[i] / sum))
                .max()
                .orElse(0);
    }

    /** Jain's index of fairness: 1 when all had the same. */
    public double jain() {
        double[] parts = parts();
        double sum = Arrays.stream(parts).sum();
        return sum * sum / (parts.length * Arrays.stream(parts).map(p -> p * p).sum());
    }
}
