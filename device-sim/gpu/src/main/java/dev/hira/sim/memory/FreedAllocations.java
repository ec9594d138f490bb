package dev.hira.sim.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private final ArrayDeque<Range> gone = new ArrayDeque<>();
    private long moment;

    /** The number of allocations freed so far. */
    long moment() {
        return moment;
    }

    /** Adds an allocation that is being freed. */
    void add(Allocation<F> allocation, F done) {
        moment++;
        allocation.markFreed(moment);
        retired.put(allocation, done);
        if (gone.size() == REMEMBERED) {
            gone.removeLast();
        }
        gone.addFirst(new Range(allocation.start(), allocation.bytes()));
    }

    boolean isRetired(Allocation<F> allocation) {
        return retired.containsKey(allocation);
    }

    /** Removes an allocation that no work uses any more. */
    void release(Allocation<F> allocation) {
        retired.remove(allocation);
    }

    /** The allocations that unfinished work still uses. */
    Set<Allocation<F>> retired() {
        return retired.keySet();
    }

    /** Returns the fences of the freed allocations in a range that are still in use. */
    List<F> pendingIn(long start, long end) {
        if (retired.isEmpty()) {
            return List.of();
        }
        List<F> found = new ArrayList<>();
        retired.forEach((old, done) -> {
            if (old.start() < end && old.end() > start) {
                found.add(done);
            }
        });
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
    }
}
