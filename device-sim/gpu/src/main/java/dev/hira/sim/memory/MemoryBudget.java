package dev.hira.sim.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * The books of a device's memory. An allocation is on the books from the call that makes it to the
 * call that frees it. What is freed but still used by work under way is counted besides, and may be
 * as much again, so that freeing never waits and yet nobody can hold more than twice the device.
 */
public final class MemoryBudget {
    private final long capacity;

    @GuardedBy("this")
    private long used;

    @GuardedBy("this")
    private long retiring;

    public MemoryBudget(long capacity) {
        this.capacity = capacity;
    }

    /** What can be allocated at most. */
    public long capacity() {
        return capacity;
    }

    /** What is allocated. */
    public synchronized long used() {
        return used;
    }

    /** What is freed but still used by work under way. */
    public synchronized long retiring() {
        return retiring;
    }

    /** Enters an allocation; false, without effect, when there is not enough memory. */
    synchronized boolean take(long bytes) {
        if (bytes > capacity - used || bytes > 2 * capacity - used - retiring) {
            return false;
        }
        used += bytes;
        return true;
    }

    synchronized void retire(long bytes) {
        used -= bytes;
        retiring += bytes;
    }

    synchronized void release(long bytes) {
        retiring -= bytes;
    }
}
