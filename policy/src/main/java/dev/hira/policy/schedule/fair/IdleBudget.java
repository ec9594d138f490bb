package dev.hira.policy.schedule.fair;

/** The time that a device may still idle for VMs that are expected back. */
final class IdleBudget {
    private static final long MOST_NANOS = 20_000_000;

    private final int permille;
    private long level = MOST_NANOS;
    private long at;
    private long idleSince;
    private boolean idling;
    private boolean started;

    IdleBudget(int permille) {
        this.permille = permille;
    }

    boolean allows(long nanos, long now) {
        refill(now);
        return permille > 0 && level >= nanos;
    }

    /**
     * Returns the time since which the device has been idling for an expected VM; now when it is
     * not idling.
     */
    long idleSince(long now) {
        return idling ? idleSince : now;
    }

    /** Notes that the device idles for an expected VM from now on. */
    void idle(long now) {
        if (!idling) {
            idling = true;
            idleSince = now;
        }
    }

    /** Notes that the device has work, or that no other VM wants it. */
    void busy(long now) {
        if (idling) {
            idling = false;
            level -= now - idleSince;
        }
    }

    private void refill(long now) {
        if (started) {
            level = Math.min(MOST_NANOS, level + (now - at) * permille / 1000);
        }
        started = true;
        at = now;
    }
}
