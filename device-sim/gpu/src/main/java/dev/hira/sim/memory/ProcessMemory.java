package dev.hira.sim.memory;

import java.util.concurrent.atomic.AtomicLong;

/** Sums over all spaces of a process. Safe for any number of threads. */
public final class ProcessMemory {
    private final AtomicLong unstated = new AtomicLong();
    private final AtomicLong retiring = new AtomicLong();

    /** The bytes of variables and heaps, whose sizes no call states. */
    public long unstated() {
        return unstated.get();
    }

    /** The bytes that are freed but still used by unfinished work, also in destroyed contexts. */
    public long retiring() {
        return retiring.get();
    }

    void addUnstated(long bytes) {
        unstated.addAndGet(bytes);
    }

    void addRetiring(long bytes) {
        retiring.addAndGet(bytes);
    }
}
