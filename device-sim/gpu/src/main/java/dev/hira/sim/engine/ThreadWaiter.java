package dev.hira.sim.engine;

import java.util.concurrent.locks.LockSupport;

/** A thread that waits for an operation. */
final class ThreadWaiter extends Waiter {
    private final Thread thread = Thread.currentThread();

    /** Whether the thread waits no longer, although the operation has not ended. */
    private volatile boolean givenUp;

    void wake() {
        LockSupport.unpark(thread);
    }

    /** Notes that the thread waits no longer. */
    void giveUp() {
        givenUp = true;
    }

    boolean hasGivenUp() {
        return givenUp;
    }
}
