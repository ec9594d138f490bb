package dev.hira.policy.schedule.fair;

/**
 * How soon a VM that has nothing waiting comes back with its next command: after its last one was
 * let go, when it does not wait for it to end, or after it ended. Means of what was seen.
 */
final class Returns {
    private static final long SLACK = 20_000;
    private static final int SHIFT = 2;

    private final long longest;
    private boolean seen;
    private boolean closed;
    private long afterGrant;
    private long afterDone;
    private long grantedAt;
    private long doneAt;
    private long endsAt;

    /**
     * @param patience beyond this, coming back late is all the same
     */
    Returns(long patience) {
        this.longest = 4 * patience;
    }

    void granted(long now, long expectedEnd) {
        grantedAt = now;
        endsAt = expectedEnd;
    }

    void done(long now) {
        doneAt = now;
    }

    /** It came back. */
    void returned(boolean inFlight, long now) {
        closed = !inFlight;
        if (closed) {
            afterDone = mean(afterDone, now - doneAt);
        } else {
            afterGrant = mean(afterGrant, now - grantedAt);
        }
        seen = true;
    }

    /** When it should come back. */
    long expectedAt(boolean inFlight, long now) {
        if (!closed) {
            return grantedAt + afterGrant;
        }
        return (inFlight ? Math.max(now, endsAt) : doneAt) + afterDone;
    }

    /** When it is no longer worth waiting; now when it never was, as for who thinks for long. */
    long givenUpAt(boolean inFlight, long now) {
        if (!seen || (!closed && !inFlight) || (closed ? afterDone : afterGrant) > longest / 2) {
            return now;
        }
        return expectedAt(inFlight, now) + (closed ? afterDone : afterGrant) + SLACK;
    }

    private long mean(long before, long gap) {
        long bounded = Math.clamp(gap, 0, longest);
        return seen ? before + ((bounded - before) >> SHIFT) : bounded;
    }
}
