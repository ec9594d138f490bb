package dev.hira.policy.schedule.fair;

/**
 * How soon a VM that has nothing waiting comes back with its next command: after its last one was
 * let go, when it does not wait for it to end, or after it ended. Means of what was seen.
 *
 * <p>How soon after an end counts as seen while the device was kept for the VM. Whoever finds the
 * device given to another meanwhile may have taken longer for that very reason, as where guests and
 * device share processors; by such returns he would never be waited for again. So they say at most
 * that he is no slower, and a little more is expected of him each time, until the device is kept
 * once more and shows it. Who takes so long that nothing of the kind explains it is slow himself.
 */
final class Returns {
    private static final int SHIFT = 2;
    private static final int HOPE_SHIFT = 5;

    private final long longest;
    private boolean seen;
    private boolean closed;
    private long afterGrant;
    private long afterDone;
    private long grantedAt;
    private long doneAt;
    private long endsAt;

    /** How many commands the scheduler had let go when the last one of the VM ended. */
    private long grantsAtDone;

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

    /**
     * A command of the VM ended.
     *
     * @param grants how many commands the scheduler has let go so far
     */
    void done(long now, long grants) {
        doneAt = now;
        grantsAtDone = grants;
    }

    /** It came back. */
    void returned(boolean inFlight, long now, long grants) {
        closed = !inFlight;
        if (!closed) {
            afterGrant = mean(afterGrant, now - grantedAt);
        } else if (grants == grantsAtDone || !seen || now - doneAt > 2 * longest) {
            afterDone = mean(afterDone, now - doneAt);
        } else {
            afterDone = Math.min(afterDone - (afterDone >> HOPE_SHIFT), now - doneAt);
        }
        seen = true;
    }

    /** The device was kept for it, and it did not come in time. */
    void missed(long now) {
        afterDone = mean(afterDone, 2 * (now - doneAt));
    }

    /** Whether it can be told when it comes back. */
    boolean isForeseen(boolean inFlight) {
        return seen && (closed || inFlight);
    }

    /** When it should come back, if that is foreseen. */
    long expectedAt(boolean inFlight, long now) {
        if (!closed) {
            return grantedAt + afterGrant;
        }
        return (inFlight ? Math.max(now, endsAt) : doneAt) + afterDone;
    }

    private long mean(long before, long gap) {
        long bounded = Math.clamp(gap, 0, longest);
        return seen ? before + ((bounded - before) >> SHIFT) : bounded;
    }
}
