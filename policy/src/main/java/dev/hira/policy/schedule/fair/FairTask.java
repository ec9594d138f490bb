package dev.hira.policy.schedule.fair;

/** A task of a VM: the sessions that name the same task, or one session that names none. */
final class FairTask extends FairNode {
    final FairGroup sessions = new FairGroup();

    /** Number of its sessions. */
    int members;

    FairTask(FairGroup tasks) {
        super(tasks);
    }
}
