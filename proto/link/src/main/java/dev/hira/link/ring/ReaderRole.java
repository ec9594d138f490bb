package dev.hira.link.ring;

import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The right to read a link and to call its handler: one thread has it at a time, others that wait
 * for something stand in line and are woken when they may have it.
 */
final class ReaderRole {
    private final AtomicReference<@Nullable Thread> holder = new AtomicReference<>();
    private final Queue<Thread> waiting = new ConcurrentLinkedQueue<>();

    boolean tryTake() {
        return holder.get() == null && holder.compareAndSet(null, Thread.currentThread());
    }

    /** Gives the role up. What is checked afterwards is not older than that. */
    void release() {
        holder.set(null);
        VarHandle.fullFence();
    }

    /** Wakes the first who stands in line, so that it takes the role. */
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
     * Stands in line until the role may be free or {@code stop} says so or the time is over; may
     * return for no reason.
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
