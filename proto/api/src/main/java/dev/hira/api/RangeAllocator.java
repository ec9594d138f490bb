package dev.hira.api;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Allocates parts of a range of addresses, the lowest fit first. Starts and sizes are multiples of
 * {@link SessionNames#GRANULE}. Not thread-safe.
 */
final class RangeAllocator {
    private final FreeRanges free = new FreeRanges();
    private final Map<Long, Long> live = new HashMap<>();

    RangeAllocator(long start, long end) {
        free.add(start, end - start);
    }

    /**
     * Allocates a range. For an alignment larger than the granule, considers a free range only if
     * the aligned range fits wherever the free one starts.
     *
     * @return its start, or 0 when there is no room
     */
    long take(long bytes, long alignment) {
        long slack = alignment - SessionNames.GRANULE;
        FreeRanges.@Nullable Range range = free.lowest(bytes + slack);
        if (range == null) {
            return 0;
        }
        long begin = range.start();
        long end = begin + range.bytes();
        long start = begin + alignment - 1 & -alignment;
        free.remove(begin);
        addIfAny(begin, start);
        addIfAny(start + bytes, end);
        live.put(start, bytes);
        return start;
    }

    private void addIfAny(long start, long end) {
        if (start < end) {
            free.add(start, end - start);
        }
    }

    /** Frees a range; false when none starts there. */
    boolean giveBack(long start) {
        @Nullable Long bytes = live.remove(start);
        if (bytes == null) {
            return false;
        }
        long from = start;
        long to = start + bytes;
        FreeRanges.@Nullable Range before = free.before(start);
        if (before != null && before.start() + before.bytes() == start) {
            from = before.start();
            free.remove(from);
        }
        FreeRanges.@Nullable Range after = free.at(to);
        if (after != null) {
            to += after.bytes();
            free.remove(after.start());
        }
        free.add(from, to - from);
        return true;
    }

    boolean isUnused() {
        return live.isEmpty();
    }
}
