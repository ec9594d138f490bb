package dev.hira.sim.memory;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The ranges in use in the part of a space where the device chooses addresses: allocations that are
 * not released, and ranges reserved for allocations to come. Guarded by the space.
 */
final class DeviceRanges<F> {
    private final TreeMap<Long, Allocation<F>> allocations = new TreeMap<>();
    private final TreeMap<Long, Range> reserved = new TreeMap<>();

    /** All addresses below this one are in use. */
    private long firstGap;

    /** The end of what was placed last; 0: ranges that are free again are used at once. */
    private long next;

    DeviceRanges(long start) {
        this.firstGap = start;
    }

    /** Returns the end of what was placed last by {@link #above}; 0: it is not in use. */
    long next() {
        return next;
    }

    /** Has {@link #above} continue from an address. */
    void continueAt(long address) {
        next = address;
    }

    /**
     * Returns an address from which on so many bytes are not in use, above what was placed last.
     */
    long above(long bytes) {
        return free(next, bytes);
    }

    /** Returns the lowest address from which on so many bytes are not in use. */
    long gap(long bytes) {
        for (Allocation<F> used = allocations.get(firstGap); used != null; ) {
            firstGap = used.end();
            used = allocations.get(firstGap);
        }
        return free(firstGap, bytes);
    }

    private long free(long from, long bytes) {
        long start = from;
        long behind = behindUsed(start, bytes);
        while (behind != start) {
            start = behind;
            behind = behindUsed(start, bytes);
        }
        return start;
    }

    /** Returns the end of the last range in use in a range, or its start. */
    private long behindUsed(long start, long bytes) {
        Map.@Nullable Entry<Long, Allocation<F>> used = allocations.lowerEntry(start + bytes);
        if (used != null && used.getValue().end() > start) {
            return used.getValue().end();
        }
        Map.@Nullable Entry<Long, Range> kept = reserved.lowerEntry(start + bytes);
        return kept == null ? start : Math.max(start, end(kept.getValue()));
    }

    private static long end(Range range) {
        return range.start() + AddressSpace.roundUp(range.bytes());
    }

    void add(Allocation<F> allocation) {
        allocations.put(allocation.start(), allocation);
    }

    void remove(Allocation<F> allocation) {
        if (allocations.remove(allocation.start(), allocation)) {
            firstGap = Math.min(firstGap, allocation.start());
        }
    }

    void reserve(Range range) {
        reserved.put(range.start(), range);
    }

    boolean isReserved(Range range) {
        return range.equals(reserved.get(range.start()));
    }

    void endReservations() {
        reserved.clear();
    }

    void clear() {
        allocations.clear();
    }
}
