package dev.hira.server.move;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A step of a session's move on a thread that may block. Its cancellation interrupts the thread.
 */
final class MoveStep implements Runnable {
    private final Runnable work;
    private final CountDownLatch ended = new CountDownLatch(1);

    @GuardedBy("this")
    private @Nullable Thread thread;

    @GuardedBy("this")
    private boolean cancelled;

    /**
     * Creates a step.
     *
     * @param work ends soon after an interrupt
     */
    MoveStep(Runnable work) {
        this.work = work;
    }

    @Override
    public void run() {
        synchronized (this) {
            thread = Thread.currentThread();
            if (cancelled) {
                thread.interrupt();
            }
        }
        try {
            work.run();
        } finally {
            synchronized (this) {
                thread = null;
                Thread.interrupted(); // the thread serves other tasks next
            }
            ended.countDown();
        }
    }

    synchronized void cancel() {
        cancelled = true;
        if (thread != null) {
            thread.interrupt();
        }
    }

    /** Waits until the step has ended, regardless of interrupts. */
    void awaitEnd() {
        boolean interrupted = false;
        while (true) {
            try {
                ended.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
