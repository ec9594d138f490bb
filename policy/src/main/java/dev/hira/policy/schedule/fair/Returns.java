package dev.hira.policy.schedule.fair;

/**
 * Predicts how soon a VM without waiting work sends its next command: after its last command was
 * granted, if it does not wait for the end, or after its last command ended. Means of past gaps.
 *
 * <p>A gap after an end counts in full only if the device was kept free for the VM. If another VM
 * got the device meanwhile, the return may be late for that very reason, for example where guests
 * and device share processors; if the scheduler learnt from such gaps, it would stop waiting for
 * that VM for good. Such a gap can therefore only lower the prediction, which also shrinks a little
 * each time, until the device is kept free again and the true gap shows. A gap too long for that
 * explanation shows that the VM itself is slow.
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

    /** Number of grants of the scheduler when the VM's last command ended. */
    private long grantsAtDone;

    /**
     * @param patience longest useful wait; gaps are bounded by four times as much
     */
    Returns(long patience) {
        this.longest = 4 * patience;
    }

    void granted(long now, long expectedEnd) {
        grantedAt = now;
        endsAt = expectedEnd;
    }

    /**
     * Notes that a command of the VM ended.
     *
     * @param grants number of grants of the scheduler so far
     */
    void done(long now, long grants) {
        doneAt = now;
        grantsAtDone = grants;
    }

    /** Notes that the VM sends a command again. */
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

    /** Notes that the device was kept free for the VM, which did not return in time. */
    void missed(long now) {
        afterDone = mean(afterDone, 2 * (now - doneAt));
    }

    /** Whether the return of the VM can be predicted. */
    boolean isForeseen(boolean inFlight) {
        return seen && (closed || inFlight);
    }

    /** Returns the predicted time of its return. */
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
