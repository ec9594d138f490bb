package dev.hira.router.session.place;

import dev.hira.policy.Admission;
import dev.hira.policy.JudgedCommand;
import dev.hira.policy.SessionPolicy;

/**
 * The policy of a session that may move to other devices: the policy for the present ones. No
 * command is judged from the moment when a moving session comes to rest until it has switched. Work
 * that moves along is charged at both devices, at each for its part.
 */
public final class MovablePolicy implements SessionPolicy {
    private SessionPolicy present;
    private boolean closed;

    public MovablePolicy(SessionPolicy present) {
        this.present = present;
    }

    /**
     * Continues with the policy for other devices.
     *
     * @param workGoesOn whether the work of the former devices goes on there; otherwise it is lost
     */
    public void moveTo(SessionPolicy next, boolean workGoesOn) {
        if (workGoesOn) {
            next.takeOver(present);
        } else {
            present.close();
        }
        present = next;
        if (closed) {
            next.close();
        }
    }

    @Override
    public Admission judge(JudgedCommand command) {
        return present.judge(command);
    }

    @Override
    public void endBatch() {
        present.endBatch();
    }

    @Override
    public void identified(long name, int device, long code, String label) {
        present.identified(name, device, code, label);
    }

    @Override
    public void running(long call) {
        present.running(call);
    }

    @Override
    public boolean isHeld(int device) {
        return present.isHeld(device);
    }

    @Override
    public void spent(long call, long nanos) {
        present.spent(call, nanos);
    }

    @Override
    public void endReport() {
        present.endReport();
    }

    @Override
    public void completed(long call, int device, long nanos) {
        present.completed(call, device, nanos);
    }

    @Override
    public void withdraw() {
        present.withdraw();
    }

    @Override
    public void ranked(int rank) {
        present.ranked(rank);
    }

    @Override
    public long quota(int resource) {
        return present.quota(resource);
    }

    @Override
    public long kernelNanos() {
        return present.kernelNanos();
    }

    @Override
    public void close() {
        closed = true;
        present.close();
    }
}
