package dev.hira.policy.schedule.fair;

/** How long a device may still be kept idle for someone who is about to come back. */
final class IdleBudget {
    private static final long MOST = 20_000_000;

    private final int permille;
    private long level = MOST;
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

    /** Since when the device has had nothing to do for someone's sake; now when it has not. */
    long idleSince(long now) {
        return idling ? idleSince : now;
    }

    /** The device has nothing to do from now on, for someone's sake. */
    void idle(long now) {
        if (!idling) {
            idling = true;
            idleSince = now;
        }
    }

    /** It has something to do, or nobody else wants it. */
    void busy(long now) {
        if (idling) {
            idling = false;
            level -= now - idleSince;
        }
    }

    private void refill(long now) {
        if (started) {
            level = Math.min(MOST, level + (now - at) * permille / 1000);
        }
        started = true;
        at = now;
    }
}
