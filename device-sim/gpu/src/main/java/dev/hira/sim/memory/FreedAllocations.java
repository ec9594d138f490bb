package dev.hira.sim.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The allocations of a space that were freed: those that are still used by work under way, and
 * where some of the others were. Guarded by the space.
 *
 * @param <F> see {@link Allocation}
 */
final class FreedAllocations<F> {
    /** How many of those that are gone are remembered. */
    private static final int REMEMBERED = 1024;

    private final Map<Allocation<F>, F> retired = new HashMap<>();
    private final ArrayDeque<Range> gone = new ArrayDeque<>();
    private long moment;

    /** The number of allocations that were freed so far. */
    long moment() {
        return moment;
    }

    /** Enters one that is freed. */
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

    /** Nothing uses it any more. */
    void release(Allocation<F> allocation) {
        retired.remove(allocation);
    }

    /** Those that work under way still uses. */
    Set<Allocation<F>> retired() {
        return retired.keySet();
    }

    /** What tells that a range is not used any more by what was freed there. */
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

    /** The allocation that holds all these bytes and was freed after some moment, or null. */
    @Nullable Allocation<F> freedSince(long then, long address, long count) {
        for (Allocation<F> old : retired.keySet()) {
            if (old.contains(address, count) && old.freedAt() > then) {
                return old;
            }
        }
        return null;
    }

    /** Where the allocation was that held this byte last, or null. */
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
