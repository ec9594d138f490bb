package dev.hira.bench.kernels;

import java.util.concurrent.locks.LockSupport;

/** A thread that sleeps until it is woken; its delay shows how busy the host is. */
final class WakeUps implements AutoCloseable {
    private final Thread sleeper = Thread.ofPlatform().daemon().unstarted(this::sleep);
    private volatile Thread waker = Thread.currentThread();
    private volatile long wokenAt;
    private volatile boolean asked;
    private volatile boolean closed;

    WakeUps() {
        sleeper.start();
    }

    private void sleep() {
        while (!closed) {
            LockSupport.park(this);
            if (asked) {
                wokenAt = System.nanoTime();
                asked = false;
                LockSupport.unpark(waker);
            }
        }
    }

    /** Returns the nanoseconds until the thread runs. */
    long nanos() {
        waker = Thread.currentThread();
        long start = System.nanoTime();
        asked = true;
        LockSupport.unpark(sleeper);
        while (asked) {
            LockSupport.park(this);
        }
        return wokenAt - start;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(sleeper);
    }
}
