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

    DeviceRanges(long start) {
        this.firstGap = start;
    }

    /** Returns the lowest address from which on so many bytes are not in use. */
    long gap(long bytes) {
        for (Allocation<F> used = allocations.get(firstGap); used != null; ) {
            firstGap = used.end();
            used = allocations.get(firstGap);
        }
        long start = firstGap;
        long next = behindUsed(start, bytes);
        while (next != start) {
            start = next;
            next = behindUsed(start, bytes);
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
