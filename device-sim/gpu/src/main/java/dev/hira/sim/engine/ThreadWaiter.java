package dev.hira.sim.engine;

import java.util.concurrent.locks.LockSupport;

/** A thread that waits for an operation. */
final class ThreadWaiter extends Waiter {
    private final Thread thread = Thread.currentThread();

    void wake() {
        LockSupport.unpark(thread);
    }
}
