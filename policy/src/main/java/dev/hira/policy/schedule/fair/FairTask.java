package dev.hira.policy.schedule.fair;

/** A task of a VM: the sessions that the guest named alike, or one that it did not name. */
final class FairTask extends FairNode {
    final FairGroup sessions = new FairGroup();

    /** How many sessions it has. */
    int members;

    FairTask(FairGroup tasks) {
        super(tasks);
    }
}
