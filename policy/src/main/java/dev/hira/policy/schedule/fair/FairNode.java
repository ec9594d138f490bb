package dev.hira.policy.schedule.fair;

/**
 * A member of a {@link FairGroup}: a VM, one of its tasks, or a session of a task. Its virtual time
 * rises with its service, the slower the larger its share.
 */
class FairNode {
    private final FairGroup group;
    private long share = 1;
    private long at;
    private long remainder;
    private boolean inPlay;

    /** Number of its flows that wait. */
    int waiting;

    /** Number of its commands at the device. */
    int inFlight;

    FairNode(FairGroup group) {
        this.group = group;
        this.at = group.now();
    }

    boolean isInPlay() {
        return inPlay;
    }

    boolean isBusy() {
        return waiting > 0 || inFlight > 0;
    }

    /** Returns its virtual time. */
    long at() {
        return at;
    }

    /** Returns its virtual time after more service. */
    long after(long nanos) {
        return at + Math.floorDiv(units(nanos), share);
    }

    private long units(long nanos) {
        return nanos * FairGroup.SCALE + remainder;
    }

    /** Whether it is owed service, that is, not ahead of the mean. */
    boolean isOwed() {
        return at - group.now() <= 0;
    }

    /** Puts it in play, or keeps it there, and bounds the service that it is owed. */
    void enter(long credit) {
        long least = group.now() - credit * FairGroup.SCALE / share;
        moveBy(Math.max(0, least - at));
        if (!inPlay) {
            group.count(at, share);
            inPlay = true;
        }
    }

    private void moveBy(long change) {
        if (inPlay) {
            group.moved(change, share);
        }
        at += change;
    }

    /** Takes it out of play. Its debt or credit is kept until it comes back. */
    void leave() {
        if (inPlay) {
            inPlay = false;
            group.count(at, -share);
        }
    }

    /** Cancels the service that it is owed; the service that it owes stays. */
    void forget() {
        moveBy(Math.max(0, group.now() - at));
    }

    /** Charges service; a negative amount gives some back. */
    void charge(long nanos) {
        long units = units(nanos);
        moveBy(Math.floorDiv(units, share));
        remainder = Math.floorMod(units, share);
    }

    /** Bounds the service that it owes. */
    void forgive(long most) {
        long latest = group.now() + most * FairGroup.SCALE / share;
        moveBy(Math.min(0, latest - at));
    }

    /**
     * Changes its share. Its debt or credit to the whole group stays, and so does the mean. (What a
     * member with a large share is owed until it is level with the others may be any amount.)
     */
    void share(long next) {
        if (next == share) {
            return;
        }
        long mean = group.now();
        boolean wasInPlay = inPlay;
        leave();
        at = mean + (long) ((double) (at - mean) * share / next);
        share = next;
        remainder = 0;
        if (wasInPlay) {
            inPlay = true;
            group.count(at, share);
        }
    }

    long share() {
        return share;
    }
}
