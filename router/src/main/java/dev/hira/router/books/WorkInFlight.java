package dev.hira.router.books;

import dev.hira.policy.CallWindow;

/**
 * The commands of one session whose work at the devices has not ended. Belongs to the session's
 * thread; allocates only to grow.
 */
public final class WorkInFlight {
    /**
     * Most commands under way. A guest that has so many at its devices waits until half of them
     * have ended, whatever the policy says, so that what is kept for it here stays small.
     */
    static final int MOST = 1 << 18;

    private final int most;
    private final CallWindow<Boolean> calls = new CallWindow<>();
    private boolean full;

    public WorkInFlight() {
        this(MOST);
    }

    /**
     * @param most how many commands may be under way
     */
    public WorkInFlight(int most) {
        this.most = most;
    }

    /** How many commands are under way. */
    public int size() {
        return calls.size();
    }

    /** Whether no more may begin; {@link #hasRoomAgain} tells when they may. */
    public boolean isFull() {
        full |= calls.size() >= most;
        return full;
    }

    /** Whether {@link #isFull} has said yes before, and would now say no. Said once. */
    public boolean hasRoomAgain() {
        if (!full || calls.size() > most / 2) {
            return false;
        }
        full = false;
        return true;
    }

    /** A command goes on to the server; its number is higher than those before. */
    public void begins(long call) {
        calls.add(call, Boolean.TRUE);
    }

    /** A command's work has ended; false when there was none under way. */
    public boolean ended(long call) {
        return calls.remove(call) != null;
    }
}
