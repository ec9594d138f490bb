package dev.hira.sim.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A run of addresses with its memory, which is reserved when it is needed first. */
final class Region implements AutoCloseable {
    private final long base;
    private final long bytes;

    @GuardedBy("this")
    private @Nullable Backing backing;

    @GuardedBy("this")
    private long limit;

    Region(long base, long bytes) {
        this.base = base;
        this.bytes = bytes;
        this.limit = base;
    }

    long base() {
        return base;
    }

    long end() {
        return base + bytes;
    }

    boolean contains(long start, long count) {
        return start >= base && count <= bytes && start - base <= bytes - count;
    }

    /** The memory, with so many addresses from {@code start} on in use from now on. */
    synchronized MemorySegment reach(long start, long count) {
        limit = Math.max(limit, start + count);
        backing().prepare(start - base, count);
        return backing().segment();
    }

    synchronized FlatMemory flat() {
        return new FlatMemory(base, limit, backing().segment());
    }

    synchronized void discard(long start, long count) {
        if (backing != null) {
            backing.discard(start - base, count);
        }
    }

    @GuardedBy("this")
    private Backing backing() {
        if (backing == null) {
            backing = Backing.reserve(bytes);
        }
        return backing;
    }

    @Override
    public synchronized void close() {
        if (backing != null) {
            backing.close();
            backing = null;
        }
    }
}
