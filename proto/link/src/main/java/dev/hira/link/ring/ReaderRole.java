package dev.hira.link.ring;

import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The right to read a link and to call its handler. One thread holds it at a time; other waiting
 * threads queue for it and are woken in order.
 */
final class ReaderRole {
    private final AtomicReference<@Nullable Thread> holder = new AtomicReference<>();
    private final Queue<Thread> waiting = new ConcurrentLinkedQueue<>();

    boolean tryTake() {
        return holder.get() == null && holder.compareAndSet(null, Thread.currentThread());
    }

    /** Releases the role. Loads after this call are not older than the release. */
    void release() {
        holder.set(null);
        VarHandle.fullFence();
    }

    /** Wakes the first queued thread, so that it takes the role. */
    void passOn() {
        Thread first = waiting.peek();
        if (first != null) {
            LockSupport.unpark(first);
        }
    }

    void wakeAll() {
        waiting.forEach(LockSupport::unpark);
    }

    boolean isHeld() {
        return holder.get() != null;
    }

    boolean isMine() {
        return Thread.currentThread().equals(holder.get());
    }

    /**
     * Queues until the role may be free, {@code stop} is true, or the time is over; may return
     * spuriously.
     */
    void stand(BooleanSupplier stop, long nanos) {
        Thread me = Thread.currentThread();
        waiting.add(me);
        try {
            if (isHeld() && !stop.getAsBoolean()) {
                LockSupport.parkNanos(this, nanos);
            }
        } finally {
            waiting.remove(me);
        }
    }
}
