package dev.hira.sim.cores;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/** The helper threads of one grid. */
public final class GridHelpers {
    @GuardedBy("this")
    private long brought;

    @GuardedBy("this")
    private long ended;

    @GuardedBy("this")
    private int working;

    private volatile boolean closed;

    /**
     * Starts a helper.
     *
     * @throws OutOfMemoryError when the host has no threads left
     */
    public void bring(Runnable work) {
        HelperThreads.ofHost()
                .run(() -> {
                    try {
                        work.run();
                    } finally {
                        end();
                    }
                });
        synchronized (this) {
            brought++;
        }
    }

    private synchronized void end() {
        ended++;
        notifyAll();
    }

    /** Does the work, unless the grid is over. */
    public void work(Runnable work) {
        if (!enter()) {
            return;
        }
        try {
            work.run();
        } finally {
            exit();
        }
    }

    private synchronized boolean enter() {
        working += closed ? 0 : 1;
        return !closed;
    }

    private synchronized void exit() {
        working--;
        notifyAll();
    }

    /** Prevents further helpers from beginning work. */
    public synchronized void close() {
        closed = true;
    }

    /** Returns whether helpers that have not begun yet find the grid closed. */
    public boolean closed() {
        return closed;
    }

    /** Waits until all helpers that have begun work are through. */
    public synchronized void awaitWorking() {
        boolean interrupted = false;
        while (working > 0) {
            interrupted |= interruptedWait();
        }
        restore(interrupted);
    }

    /** Waits until all helpers have ended. */
    public synchronized void awaitAll() {
        boolean interrupted = false;
        while (ended < brought) {
            interrupted |= interruptedWait();
        }
        restore(interrupted);
    }

    @GuardedBy("this")
    @SuppressWarnings("WaitNotInLoop") // the callers loop
    private boolean interruptedWait() {
        try {
            wait();
            return false;
        } catch (InterruptedException later) {
            return true;
        }
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
