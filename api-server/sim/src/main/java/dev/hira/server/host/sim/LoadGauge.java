package dev.hira.server.host.sim;

import java.util.function.LongSupplier;

/**
 * How busy a device has been lately: an average of its use that forgets older use exponentially,
 * with a time constant of two seconds, so that it does not depend on how often it is asked for.
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
     * The load after the latest use is taken into account.
     *
     * @param busyNanos how long the device has been at work since it exists
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
