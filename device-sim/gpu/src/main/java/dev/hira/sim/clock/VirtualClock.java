package dev.hira.sim.clock;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * A discrete-event clock. Events occur in the order of their times; events of the same time occur
 * in the order of their scheduling. Time stands still while threads compute; a thread that waits
 * runs the next event, which advances the time. A single thread therefore sees the same nanoseconds
 * in every run.
 *
 * <p>With several threads, time advances only when no thread is busy with work of the present
 * moment: a thread takes part by a {@link Hold}, which has no effect while the thread waits. Host
 * functions of streams hold the clock while they run.
 *
 * <p>All events occur under the clock's one lock, which is reentrant.
 */
public final class VirtualClock implements SimClock {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ThreadLocal<int[]> held = ThreadLocal.withInitial(() -> new int[1]);

    @GuardedBy("lock")
    private final PriorityQueue<Event> events = new PriorityQueue<>();

    @GuardedBy("lock")
    private long scheduled;

    @GuardedBy("lock")
    private int holds;

    @GuardedBy("lock")
    private boolean running;

    private volatile long now;

    VirtualClock() {}

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public long globalNanos() {
        return now;
    }

    /** Takes the clock's lock: no event occurs until {@link #unlock}. */
    public void lock() {
        lock.lock();
    }

    /** Releases the lock and wakes the waiting threads to check for changes. */
    public void unlock() {
        if (lock.getHoldCount() == 1) {
            changed.signalAll();
        }
        lock.unlock();
    }

    /**
     * Schedules an action.
     *
     * @param delay nanoseconds from now, at least 0
     * @return the event, which can be cancelled
     */
    public Event schedule(long delay, Runnable action) {
        if (delay < 0) {
            throw new IllegalArgumentException(
                    "an event cannot happen " + -delay + " ns before the present");
        }
        lock.lock();
        try {
            Event event = new Event(Math.addExact(now, delay), scheduled++, action);
            events.add(event);
            changed.signalAll();
            return event;
        } finally {
            lock.unlock();
        }
    }

    /** Cancels an event that has not occurred yet. */
    public void cancel(Event event) {
        lock.lock();
        try {
            events.remove(event);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the condition holds and advances the time as needed. Evaluates the condition
     * under the lock.
     */
    public void await(BooleanSupplier condition) {
        int own = held.get()[0];
        lock.lock();
        try {
            holds -= own;
            changed.signalAll();
            while (!condition.getAsBoolean()) {
                if (holds > 0 || running || !runNext(Long.MAX_VALUE)) {
                    changed.awaitUninterruptibly();
                }
            }
            holds += own;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the condition holds, but no longer than until this many nanoseconds of virtual
     * time have passed.
     *
     * @return whether the condition holds
     */
    public boolean await(BooleanSupplier condition, long nanos) {
        boolean[] expired = new boolean[1];
        Event limit = schedule(Math.min(nanos, Long.MAX_VALUE - now), () -> expired[0] = true);
        try {
            await(() -> expired[0] || condition.getAsBoolean());
        } finally {
            cancel(limit);
        }
        return condition.getAsBoolean();
    }

    /** Advances the time and runs all events up to its end. */
    public void advance(long nanos) {
        lock.lock();
        try {
            long end = Math.addExact(now, nanos);
            while (runNext(end)) {
                // The loop condition runs every event up to the end, in order.
            }
            now = Math.max(now, end);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Stops the time until the hold is closed, except while the same thread waits. */
    public Hold hold() {
        lock.lock();
        try {
            holds++;
            return new Hold();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private boolean runNext(long until) {
        Event event = events.peek();
        if (event == null || event.time > until) {
            return false;
        }
        events.remove();
        now = Math.max(now, event.time);
        running = true;
        try {
            event.action.run();
        } finally {
            running = false;
            changed.signalAll();
        }
        return true;
    }

    /** A scheduled action. */
    public static final class Event implements Comparable<Event> {
        private final long time;
        private final long order;
        private final Runnable action;

        private Event(long time, long order, Runnable action) {
            this.time = time;
            this.order = order;
            this.action = action;
        }

        /** The time of the event. */
        public long time() {
            return time;
        }

        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(time, other.time);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(order);
        }
    }

    /** The part of a thread or a host function in the present moment. */
    public final class Hold implements AutoCloseable {
        private boolean adopted;

        private Hold() {}

        /** Assigns the hold to the calling thread, which must also close it. */
        public Hold adopt() {
            adopted = true;
            held.get()[0]++;
            return this;
        }

        @Override
        public void close() {
            lock.lock();
            try {
                holds--;
                if (adopted) {
                    held.get()[0]--;
                }
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
