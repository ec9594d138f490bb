package dev.hira.server.host.sim;

import java.util.function.LongSupplier;

/**
 * Measures the recent load of a device: an average that forgets older use exponentially, with a
 * time constant of two seconds, so that it does not depend on the frequency of queries.
 */
final class LoadGauge {
    private static final double TIME_CONSTANT_NANOS = 2e9;
    private static final long SHORTEST_NANOS = 10_000_000;

    private final LongSupplier nanoTime;
    private long since;
    private long busyBefore;
    private double load;

    LoadGauge(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        since = nanoTime.getAsLong();
    }

    /**
     * Returns the load after the latest use is taken into account.
     *
     * @param busyNanos the time that the device has been busy since it exists
     */
    synchronized double update(long busyNanos) {
        long now = nanoTime.getAsLong();
        long passed = now - since;
        if (passed < SHORTEST_NANOS) {
            return load;
        }
        double use = Math.clamp((double) (busyNanos - busyBefore) / passed, 0, 1);
        double kept = Math.exp(-passed / TIME_CONSTANT_NANOS);
        load = kept * load + (1 - kept) * use;
        since = now;
        busyBefore = busyNanos;
        return load;
    }
}
