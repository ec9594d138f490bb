package dev.hira.sim.memory;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The parts of freed allocations that no later freed one covers. The work of an addition or a
 * removal is bounded by the parts that additions made: each adds its own and splits at most two.
 *
 * @param <F> see {@link Allocation}
 */
final class UncoveredParts<F> {
    /** The parts by their starts. */
    private final TreeMap<Long, Part<F>> parts = new TreeMap<>();

    /** The last part that was made of each allocation. */
    private final Map<Allocation<F>, Part<F>> made = new HashMap<>();

    /** A part of an allocation. */
    static final class Part<F> {
        private final Allocation<F> of;
        private final F done;
        private final long start;
        private final long end;

        /** A part that was made of the same allocation before; it need not exist any more. */
        private final @Nullable Part<F> before;

        private Part(Allocation<F> of, F done, long start, long end, @Nullable Part<F> before) {
            this.of = of;
            this.done = done;
            this.start = start;
            this.end = end;
            this.before = before;
        }

        Allocation<F> of() {
            return of;
        }

        F done() {
            return done;
        }
    }

    /** Adds a range of an allocation, which covers others. */
    void add(Allocation<F> allocation, F done, long start, long end) {
        cover(start, end);
        make(allocation, done, start, end);
    }

    private void make(Allocation<F> of, F done, long start, long end) {
        Part<F> part = new Part<>(of, done, start, end, made.get(of));
        made.put(of, part);
        parts.put(start, part);
    }

    /** Cuts a range out of the parts. */
    private void cover(long start, long end) {
        Part<F> first = at(start);
        if (first != null && first.start < start) {
            make(first.of, first.done, first.start, start);
            if (first.end > end) {
                make(first.of, first.done, end, first.end);
            }
        }
        Part<F> last = at(end);
        if (last != null && last.start < end) {
            make(last.of, last.done, end, last.end);
        }
        parts.subMap(start, end).clear();
    }

    /** Returns the part that contains an address; null: none does. */
    @Nullable Part<F> at(long address) {
        Map.@Nullable Entry<Long, Part<F>> found = parts.floorEntry(address);
        return found == null || found.getValue().end <= address ? null : found.getValue();
    }

    /** Gives out the parts that lie in a range, or reach into it. */
    void forEach(long start, long end, Consumer<Part<F>> action) {
        Part<F> first = at(start);
        if (first != null && first.start < start) {
            action.accept(first);
        }
        parts.subMap(start, end).values().forEach(action);
    }

    /**
     * Removes the parts of an allocation.
     *
     * @return the number of parts that were looked at
     */
    int remove(Allocation<F> allocation) {
        int looked = 0;
        for (Part<F> part = made.remove(allocation); part != null; part = part.before) {
            parts.remove(part.start, part);
            looked++;
        }
        return looked;
    }

    void clear() {
        parts.clear();
        made.clear();
    }
}
