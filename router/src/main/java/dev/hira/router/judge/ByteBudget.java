package dev.hira.router.judge;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory that all sessions share, with a limit for each of them. Thread-safe.
 *
 * <p>A session counts its own bytes; the budget counts those of all sessions.
 */
public final class ByteBudget {
    private final long most;
    private final long mostInTotal;
    private final AtomicLong taken = new AtomicLong();

    public ByteBudget(long most, long mostInTotal) {
        this.most = most;
        this.mostInTotal = mostInTotal;
    }

    /** Returns the limit of one session. */
    long most() {
        return most;
    }

    /** Returns the limit of all sessions together. */
    long mostInTotal() {
        return mostInTotal;
    }

    /** Takes bytes; false when all sessions together then exceed their limit. */
    boolean take(long bytes) {
        return taken.addAndGet(bytes) <= mostInTotal;
    }

    void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }

    /** Returns the bytes that all sessions have taken. */
    public long taken() {
        return taken.get();
    }
}
