package dev.hira.sim.memory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The allocations of a space that were not freed, by address. Guarded by the space. */
final class LiveAllocations<F> {
    private final TreeMap<Long, Allocation<F>> byStart = new TreeMap<>();

    void add(Allocation<F> allocation) {
        byStart.put(allocation.start(), allocation);
    }

    /** Removes an allocation; false when it is not present. */
    boolean remove(Allocation<F> allocation) {
        return byStart.remove(allocation.start(), allocation);
    }

    void clear() {
        byStart.clear();
    }

    int count() {
        return byStart.size();
    }

    Collection<Allocation<F>> all() {
        return byStart.values();
    }

    /** Returns the allocation that starts here, or null. */
    @Nullable Allocation<F> startingAt(long address) {
        return byStart.get(address);
    }

    /** Returns the last allocation that does not start above an address, or null. */
    @Nullable Allocation<F> floor(long address) {
        Map.@Nullable Entry<Long, Allocation<F>> entry = byStart.floorEntry(address);
        return entry == null ? null : entry.getValue();
    }

    /**
     * Returns the adjacent allocations whose footprints contain all these bytes; none when they
     * leave a part out.
     */
    List<Allocation<F>> covering(long address, long bytes) {
        List<Allocation<F>> found = new ArrayList<>();
        @Nullable Allocation<F> next = floor(address);
        if (next == null || bytes <= 0 || address >= next.end()) {
            return List.of();
        }
        long region = next.segment().address();
        while (next != null && next.segment().address() == region) {
            found.add(next);
            if (next.end() - address >= bytes) {
                return found;
            }
            next = byStart.get(next.end());
        }
        return List.of();
    }

    /** Returns the parts of these addresses that lie in footprints, each in one. */
    List<Range> partsOf(long start, long end) {
        List<Range> parts = new ArrayList<>();
        @Nullable Allocation<F> first = floor(start);
        long from = first == null ? start : first.start();
        for (Allocation<F> each : byStart.subMap(from, Math.max(from, end)).values()) {
            long begin = Math.max(start, each.start());
            if (begin < each.end()) {
                parts.add(new Range(begin, Math.min(end, each.end()) - begin));
            }
        }
        return parts;
    }

    /** Returns an allocation that overlaps these addresses, or null. */
    @Nullable Allocation<F> overlapped(long start, long end) {
        Map.@Nullable Entry<Long, Allocation<F>> before = byStart.lowerEntry(end);
        return before != null && before.getValue().end() > start ? before.getValue() : null;
    }

    /** Returns the allocation nearest to an address, or null when there is none. */
    @Nullable Allocation<F> nearest(long address) {
        Map.@Nullable Entry<Long, Allocation<F>> below = byStart.floorEntry(address);
        Map.@Nullable Entry<Long, Allocation<F>> above = byStart.higherEntry(address);
        if (below == null || above == null) {
            return below != null ? below.getValue() : above != null ? above.getValue() : null;
        }
        long behind = address - (below.getKey() + below.getValue().bytes());
        return behind <= above.getKey() - address ? below.getValue() : above.getValue();
    }
}
