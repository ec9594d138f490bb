package dev.hira.api;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The waits of one owner's threads, which only the end of the owner ends early. Other interrupts of
 * these threads are kept for their callers. Thread-safe.
 */
public final class OwnedWaits implements AutoCloseable {
    /** Whether the current thread was interrupted, by others than its owner. */
    private static final ScopedValue<AtomicBoolean> INTERRUPTED = ScopedValue.newInstance();

    @GuardedBy("this")
    private final Set<Thread> waiting = new HashSet<>();

    @GuardedBy("this")
    private boolean closed;

    /** A wait that an interrupt ends, without effect. */
    public interface Wait<X extends Exception> {
        void run() throws InterruptedException, X;
    }

    /** The owner has ended. */
    public static final class EndedException extends Exception {
        private static final long serialVersionUID = 1;

        EndedException() {
            super("the owner of the wait has ended");
        }
    }

    /** Makes a step with the interrupts of the thread set aside, and gives them back after it. */
    public static <T, X extends Throwable> T keepInterrupts(ScopedValue.CallableOp<T, X> step)
            throws X {
        if (INTERRUPTED.isBound()) {
            return step.call();
        }
        AtomicBoolean interrupted = new AtomicBoolean(Thread.interrupted());
        try {
            return ScopedValue.where(INTERRUPTED, interrupted).call(step);
        } finally {
            if (interrupted.get()) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Waits, again after each interrupt that is not the owner's end.
     *
     * @throws EndedException when the owner has ended
     */
    public <X extends Exception> void await(Wait<X> wait) throws EndedException, X {
        // The type arguments name one exception only, so the owner's end is a result here.
        boolean ended = OwnedWaits.<Boolean, X>keepInterrupts(() -> !awaitOnce(wait));
        if (ended) {
            throw new EndedException();
        }
    }

    /** Returns whether the wait has ended by itself. */
    private <X extends Exception> boolean awaitOnce(Wait<X> wait) throws X {
        while (begin()) {
            try {
                wait.run();
                return true;
            } catch (InterruptedException e) {
                keepInterrupt();
            } finally {
                end();
            }
        }
        return false;
    }

    private synchronized void keepInterrupt() {
        if (!closed) {
            INTERRUPTED.get().set(true);
        }
    }

    private synchronized boolean begin() {
        if (!closed) {
            waiting.add(Thread.currentThread());
        }
        return !closed;
    }

    /** Ends a wait; from then on the owner's end does not interrupt the thread any more. */
    private synchronized void end() {
        waiting.remove(Thread.currentThread());
        if (closed) {
            boolean _ = Thread.interrupted();
        }
    }

    /** Whether the owner has ended. */
    public synchronized boolean isClosed() {
        return closed;
    }

    /** Ends all waits, and refuses further ones. */
    @Override
    public synchronized void close() {
        closed = true;
        waiting.forEach(Thread::interrupt);
    }
}
