package dev.hira.policy.schedule.fair;

/**
 * The distance of a VM from its reservation: the reserved time drips in, and all device time that
 * the VM gets is taken out. The debt is bounded by one kernel, so a VM that got far more than its
 * reservation while no other VM wanted the device has its reservation again at once.
 */
final class Reserve {
    private static final long SECOND = 1_000_000_000L;

    /** Limit of the time to catch up with: the reservation of 50 ms. */
    private static final long KEPT = SECOND / 20;

    private long perSecond;
    private long level;
    private long fraction;
    private long at;

    /** Restarts without time to catch up with; a debt stays. */
    void restart(long now) {
        level = Math.min(level, 0);
        at = now;
    }

    void refill(long reservation, long now) {
        perSecond = reservation;
        long earned = Math.min(now - at, SECOND) * reservation + fraction;
        at = now;
        fraction = earned % SECOND;
        level = Math.min(level + earned / SECOND, Math.max(1, reservation / (SECOND / KEPT)));
    }

    /** Whether the VM got less than was reserved. */
    boolean isDue() {
        return perSecond > 0 && level > 0;
    }

    /** Returns the time for which the VM has been behind. */
    double overdue() {
        return (double) level / perSecond;
    }

    void charge(long nanos) {
        level = Math.max(level - nanos, Math.min(level, -nanos));
    }

    void correct(long nanos) {
        level -= nanos;
    }
}
