package dev.hira.policy.sim;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The parts of a device that the VMs {@code vm0}, {@code vm1}, … got between two moments. */
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

    /** Starts measuring now. */
    public static Shares from(SimWorld world, int vms) {
        return new Shares(world, vms);
    }

    /** Returns each VM's part of the elapsed time. */
    public double[] parts() {
        double passed = world.clock.nanoTime() - since;
        return IntStream.range(0, before.length)
                .mapToDouble(i -> (world.device.served("vm" + i) - before[i]) / passed)
                .toArray();
    }

    /** Returns the part of the time in which the device was at work. */
    public double busy() {
        return (double) (world.device.busy() - busySince) / (world.clock.nanoTime() - since);
    }

    /** Returns the largest difference between a VM's part and its weight's part. */
    public double worstError(long[] weights) {
        double[] parts = parts();
        double sum = Arrays.stream(weights).sum();
        return IntStream.range(0, parts.length)
                .mapToDouble(i -> Math.abs(parts[i] - weights[i] / sum))
                .max()
                .orElse(0);
    }

    /** Returns Jain's index of fairness: 1 when all parts are equal. */
    public double jain() {
        double[] parts = parts();
        double sum = Arrays.stream(parts).sum();
        return sum * sum / (parts.length * Arrays.stream(parts).map(p -> p * p).sum());
    }
}
