package dev.hira.sim.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * The accounts of a device's memory. An allocation counts as used from the call that makes it to
 * the call that frees it. Memory that is freed but still used by unfinished work is counted
 * separately and may be as much again, so that freeing never waits and allocated and freed memory
 * together stay below twice the device's memory.
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

    /** The most bytes that can be allocated. */
    public long capacity() {
        return capacity;
    }

    /** The allocated bytes. */
    public synchronized long used() {
        return used;
    }

    /** The bytes that are freed but still used by unfinished work. */
    public synchronized long retiring() {
        return retiring;
    }

    /** Adds an allocation; false, without effect, when the memory does not suffice. */
    synchronized boolean take(long bytes) {
        if (bytes > capacity - used || bytes > 2 * capacity - used - retiring) {
            return false;
        }
        used += bytes;
        return true;
    }

    /** Whether an allocation lacks nothing but memory that is freed and may still be used. */
    synchronized boolean hasLater(long bytes) {
        return bytes <= capacity - used;
    }

    synchronized void retire(long bytes) {
        used -= bytes;
        retiring += bytes;
    }

    synchronized void release(long bytes) {
        retiring -= bytes;
    }
}
