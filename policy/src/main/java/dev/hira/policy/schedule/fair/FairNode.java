package dev.hira.policy.schedule.fair;

/**
 * A member of a {@link FairGroup}: a VM, a task of it, or a session of that. Its virtual time rises
 * with the service it gets, the slower the larger its share.
 */
class FairNode {
    private final FairGroup group;
    private long share = 1;
    private long at;
    private long remainder;
    private boolean inPlay;

    /** How many of its flows wait. */
    int waiting;

    /** How many of its commands are at the device. */
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

    /** Its virtual time. */
    long at() {
        return at;
    }

    /** Its virtual time after so much more service. */
    long after(long nanos) {
        return at + Math.floorDiv(units(nanos), share);
    }

    private long units(long nanos) {
        return nanos * FairGroup.SCALE + remainder;
    }

    /** Whether it is owed service: not before the mean. */
    boolean isOwed() {
        return at - group.now() <= 0;
    }

    /** Comes into play, or goes on, owed no more than a limit. */
    void enter(long credit) {
        long least = group.now() - credit * FairGroup.SCALE / share;
        if (at - least < 0) {
            moveTo(least);
        }
        if (!inPlay) {
            group.count(at, share);
            inPlay = true;
        }
    }

    private void moveTo(long next) {
        if (inPlay) {
            group.moved(next - at, share);
        }
        at = next;
    }

    /** Goes out of play. What it owes and what it is owed is kept, until it comes back. */
    void leave() {
        if (inPlay) {
            inPlay = false;
            group.count(at, -share);
        }
    }

    /** Is owed nothing any more; what it owes stays. */
    void forget() {
        long mean = group.now();
        if (at - mean < 0) {
            moveTo(mean);
        }
    }

    /** Gets service, or with a negative number gives some back. */
    void charge(long nanos) {
        long units = units(nanos);
        moveTo(at + Math.floorDiv(units, share));
        remainder = Math.floorMod(units, share);
    }

    /** Owes no more than a limit. */
    void forgive(long most) {
        long latest = group.now() + most * FairGroup.SCALE / share;
        if (at - latest > 0) {
            moveTo(latest);
        }
    }

    /** Has another share from now on. What it owes or is owed stays. */
    void share(long next) {
        if (next == share) {
            return;
        }
        boolean wasInPlay = inPlay;
        leave();
        long mean = group.now();
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
