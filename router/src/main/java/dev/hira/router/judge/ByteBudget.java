package dev.hira.router.judge;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory that all sessions share, with a limit for each of them. Safe for use by any thread.
 *
 * <p>A session counts its own bytes; the budget counts those of all.
 */
public final class ByteBudget {
    private final long most;
    private final long mostInTotal;
    private final AtomicLong taken = new AtomicLong();

    public ByteBudget(long most, long mostInTotal) {
        this.most = most;
        this.mostInTotal = mostInTotal;
    }

    /** How much one session may take. */
    long most() {
        return most;
    }

    /** How much all sessions may take together. */
    long mostInTotal() {
        return mostInTotal;
    }

    /** Takes bytes; false when all sessions together then have more than they may. */
    boolean take(long bytes) {
        return taken.addAndGet(bytes) <= mostInTotal;
    }

    void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }

    /** How much all sessions have taken. */
    public long taken() {
        return taken.get();
    }
}
