package dev.hira.router.books;

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

    /** A table that was larger than this is not kept when it is empty. */
    private static final int SMALL = 1 << 10;

    private final long salt;
    private final int most;
    private LongIntMap calls;
    private int peak;
    private boolean full;

    /**
     * @param salt a random number that makes the layout of hash tables unpredictable
     */
    public WorkInFlight(long salt) {
        this(salt, MOST);
    }

    /**
     * @param most how many commands may be under way
     */
    public WorkInFlight(long salt, int most) {
        this.salt = salt;
        this.most = most;
        this.calls = new LongIntMap(salt);
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

    /** A command goes on to the server. */
    public void begins(long call) {
        calls.put(call, 0);
        peak = Math.max(peak, calls.size());
    }

    /** A command's work has ended; false when there was none under way. */
    public boolean ended(long call) {
        if (calls.remove(call) == LongIntMap.MISSING) {
            return false;
        }
        if (calls.size() == 0 && peak > SMALL) {
            calls = new LongIntMap(salt);
            peak = 0;
        }
        return true;
    }
}
