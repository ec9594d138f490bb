package dev.hira.sim.memory;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The freed allocations of a space: those that unfinished work still uses, and the ranges of the
 * last ones freed. Guarded by the space.
 *
 * @param <F> see {@link Allocation}
 */
final class FreedAllocations<F> {
    /** The number of freed ranges to remember. */
    private static final int REMEMBERED = 1024;

    private final Map<Allocation<F>, F> retired = new HashMap<>();

    /**
     * The parts of the retired allocations that no later one of them covers, by their starts. When
     * the work that used an allocation has ended, that of those which it covers has ended before.
     */
    private final TreeMap<Long, Part<F>> uncovered = new TreeMap<>();

    private final ArrayDeque<Range> gone = new ArrayDeque<>();
    private long moment;

    /** A part of a retired allocation, up to an end. */
    private record Part<F>(Allocation<F> of, long end, F done) {}

    /** The number of allocations freed so far. */
    long moment() {
        return moment;
    }

    /** Adds an allocation that is being freed. */
    void add(Allocation<F> allocation, F done) {
        moment++;
        allocation.markFreed(moment);
        retired.put(allocation, done);
        cover(allocation.start(), allocation.end());
        uncovered.put(allocation.start(), new Part<>(allocation, allocation.end(), done));
        if (gone.size() == REMEMBERED) {
            gone.removeLast();
        }
        gone.addFirst(new Range(allocation.start(), allocation.bytes()));
    }

    /** Cuts a range out of the parts. */
    private void cover(long start, long end) {
        Map.@Nullable Entry<Long, Part<F>> before = uncovered.lowerEntry(start);
        if (before != null && before.getValue().end > start) {
            Part<F> part = before.getValue();
            uncovered.put(before.getKey(), new Part<>(part.of, start, part.done));
            if (part.end > end) {
                uncovered.put(end, part);
            }
        }
        Map.@Nullable Entry<Long, Part<F>> last = uncovered.lowerEntry(end);
        if (last != null && last.getValue().end > end) {
            uncovered.put(end, last.getValue());
        }
        uncovered.subMap(start, end).clear();
    }

    /** The number of allocations that unfinished work still uses. */
    int count() {
        return retired.size();
    }

    boolean isRetired(Allocation<F> allocation) {
        return retired.containsKey(allocation);
    }

    /** Removes an allocation that no work uses any more. */
    void release(Allocation<F> allocation) {
        retired.remove(allocation);
        uncovered
                .subMap(allocation.start(), allocation.end())
                .values()
                .removeIf(part -> part.of == allocation);
    }

    /** The allocations that unfinished work still uses. */
    Set<Allocation<F>> retired() {
        return retired.keySet();
    }

    /**
     * Returns the fences to wait for until no work uses the freed allocations in a range, each
     * once.
     */
    List<F> pendingIn(long start, long end) {
        if (retired.isEmpty()) {
            return List.of();
        }
        Set<F> found = new LinkedHashSet<>();
        Map.@Nullable Entry<Long, Part<F>> before = uncovered.lowerEntry(start);
        if (before != null && before.getValue().end > start) {
            found.add(before.getValue().done);
        }
        uncovered.subMap(start, end).values().forEach(part -> found.add(part.done));
        return List.copyOf(found);
    }

    /**
     * Returns the allocation that contains all these bytes and was freed after some moment, or
     * null.
     */
    @Nullable Allocation<F> freedSince(long then, long address, long count) {
        for (Allocation<F> old : retired.keySet()) {
            if (old.contains(address, count) && old.freedAt() > then) {
                return old;
            }
        }
        return null;
    }

    /** Returns the range of the last freed allocation that contained this byte, or null. */
    @Nullable Range last(long address) {
        for (Range extent : gone) {
            if (extent.holds(address)) {
                return extent;
            }
        }
        return null;
    }

    void clear() {
        retired.clear();
        uncovered.clear();
    }
}
