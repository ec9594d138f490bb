package dev.hira.sim.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.sim.kernel.FlatMemory;
import dev.hira.sim.pages.PageTracker;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A contiguous range of addresses with its memory, which is reserved on first use. */
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

    /**
     * Marks this many addresses from {@code start} on as used and returns the memory of the region.
     */
    synchronized MemorySegment reach(long start, long count) {
        limit = Math.max(limit, start + count);
        backing().prepare(start - base, count);
        return backing().segment();
    }

    synchronized FlatMemory flat() {
        return new FlatMemory(base, limit, backing().segment());
    }

    /** Returns the addresses for kernels, without memory as long as none was used. */
    synchronized FlatMemory flatIfUsed() {
        return backing == null ? new FlatMemory(base, base, MemorySegment.NULL) : flat();
    }

    /** Returns the address of a byte of the region's memory; 0 when it is other memory. */
    synchronized long addressOf(MemorySegment memory, long offset) {
        return backing != null && backing.segment().equals(memory) ? base + offset : 0;
    }

    /** The number of addresses up to the highest one ever used. */
    synchronized long reached() {
        return limit - base;
    }

    /**
     * Searches for bytes other than zero between the ranges in use.
     *
     * @param inUse in the order of their addresses; ranges of other regions are ignored
     * @param clear whether to clear all gaps; otherwise the search ends with the first such byte
     * @return the address of the first such byte, or 0
     */
    synchronized long strays(Iterable<Range> inUse, boolean clear) {
        long found = 0;
        long from = base;
        for (Range range : inUse) {
            if (range.start() >= base && range.start() < limit) {
                found = strays(from, range.start(), clear, found);
                from = Math.max(from, range.start() + range.bytes());
            }
        }
        return strays(from, limit, clear, found);
    }

    @GuardedBy("this")
    private long strays(long from, long to, boolean clear, long found) {
        if (backing == null || to <= from || (found != 0 && !clear)) {
            return found;
        }
        long offset = backing.strays(from - base, to - from, clear);
        return found != 0 || offset < 0 ? found : base + offset;
    }

    synchronized void discard(long start, long count) {
        if (backing != null) {
            backing.discard(start - base, count);
        }
    }

    synchronized void write(long start, MemorySegment content) {
        backing().write(start - base, content);
    }

    /** Has a tracker include the memory, if there is any. */
    synchronized void include(PageTracker tracker) {
        if (backing != null) {
            tracker.include(backing.segment().address(), backing.segment().byteSize());
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
