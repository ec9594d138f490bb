package dev.hira.router.books;

import dev.hira.policy.CallWindow;
import java.util.function.LongConsumer;

/**
 * The commands of one session with unfinished work at devices. Belongs to the session's thread;
 * allocates only to grow.
 */
public final class WorkInFlight {
    /**
     * Most commands under way. A guest with this many commands at its devices waits until half of
     * them have ended, whatever the policy says, which bounds the memory that the router keeps for
     * it.
     */
    static final int MOST_COMMANDS = 1 << 18;

    private final int most;
    private final CallWindow<Boolean> calls = new CallWindow<>();
    private boolean full;

    public WorkInFlight() {
        this(MOST_COMMANDS);
    }

    /**
     * @param most most commands under way
     */
    public WorkInFlight(int most) {
        this.most = most;
    }

    /** Returns the number of commands under way. */
    public int size() {
        return calls.size();
    }

    /** Whether no further command may begin until {@link #reopen} returns true. */
    public boolean isFull() {
        return full;
    }

    /**
     * Lets commands begin again if half of them have ended since it was full.
     *
     * @return whether commands may begin again, and could not before
     */
    public boolean reopen() {
        if (!full || calls.size() > most / 2) {
            return false;
        }
        full = false;
        return true;
    }

    /** Notes that a command goes on to the server; call numbers must rise. */
    public void begins(long call) {
        calls.add(call, Boolean.TRUE);
        full |= calls.size() >= most;
    }

    /** Forgets all work, because its server is gone; passes the commands in their order. */
    public void abandon(LongConsumer each) {
        calls.forEachCall(each);
        calls.clear();
        full = false;
    }

    /** Notes that a command's work has ended; false when no such work was under way. */
    public boolean ended(long call) {
        return calls.remove(call) != null;
    }
}
