package dev.hira.sim.memory;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
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

    /**
     * The places of the retired allocations. When the work that used an allocation has ended, that
     * of those which it covers has ended before.
     */
    private final UncoveredParts<F> places = new UncoveredParts<>();

    /** The bytes of the retired allocations, without what fills up their places. */
    private final UncoveredParts<F> contents = new UncoveredParts<>();

    private final ArrayDeque<Range> gone = new ArrayDeque<>();
    private long moment;
    private long retiredBytes;

    /** The number of allocations freed so far. */
    long moment() {
        return moment;
    }

    /** Adds an allocation that is being freed. */
    void add(Allocation<F> allocation, F done) {
        moment++;
        allocation.markFreed(moment);
        retired.put(allocation, done);
        retiredBytes += allocation.footprint();
        long start = allocation.start();
        places.add(allocation, done, start, allocation.end());
        contents.add(allocation, done, start, start + allocation.bytes());
        if (gone.size() == REMEMBERED) {
            gone.removeLast();
        }
        gone.addFirst(new Range(allocation.start(), allocation.bytes()));
    }

    /** The number of allocations that unfinished work still uses. */
    int count() {
        return retired.size();
    }

    /** The bytes of these allocations, as they are accounted. */
    long retiredBytes() {
        return retiredBytes;
    }

    boolean isRetired(Allocation<F> allocation) {
        return retired.containsKey(allocation);
    }

    /**
     * Removes an allocation that no work uses any more.
     *
     * @return the number of parts that were looked at
     */
    int release(Allocation<F> allocation) {
        if (retired.remove(allocation) != null) {
            retiredBytes -= allocation.footprint();
        }
        return places.remove(allocation) + contents.remove(allocation);
    }

    /** Returns the fence of one of these allocations; null: there is none. */
    @Nullable F anyPending() {
        return retired.isEmpty() ? null : retired.values().iterator().next();
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
        places.forEach(start, end, part -> found.add(part.done()));
        return List.copyOf(found);
    }

    /**
     * Returns an allocation that contains all these bytes and was freed after some moment, or null.
     * The bytes lie between two multiples of {@link AddressSpace#ALIGNMENT}, as those of an aligned
     * access do. All allocations begin at such multiples, so the one that contains the last of the
     * bytes contains all.
     */
    @Nullable Allocation<F> freedSince(long then, long address, long count) {
        UncoveredParts.Part<F> last = contents.at(address + count - 1);
        return last != null && last.of().contains(address, count) && last.of().freedAt() > then
                ? last.of()
                : null;
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
        retiredBytes = 0;
        places.clear();
        contents.clear();
    }
}
