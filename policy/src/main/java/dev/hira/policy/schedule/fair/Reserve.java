package dev.hira.policy.schedule.fair;

/**
 * How far a VM is behind its reservation: what it is to have at least drips in, what it gets is
 * taken out, for whatever reason it got it. Debts are bounded by one kernel, so that a VM which had
 * far more than its reservation while nobody else wanted it has its reservation again at once.
 */
final class Reserve {
    private static final long SECOND = 1_000_000_000L;

    /** How much may be caught up with: that of 50 ms. */
    private static final long KEPT = SECOND / 20;

    private long perSecond;
    private long level;
    private long fraction;
    private long at;

    /** Starts anew, without anything to catch up with. */
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

    /** Whether less was given than was reserved. */
    boolean isDue() {
        return perSecond > 0 && level > 0;
    }

    /** For how long it has been so. */
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
