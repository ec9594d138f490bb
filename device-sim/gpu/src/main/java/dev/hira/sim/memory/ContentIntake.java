package dev.hira.sim.memory;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * Takes content for a space's allocations while calls may allocate and free them, and tells what
 * has been lost. Used by one thread.
 */
public final class ContentIntake<F> {
    private final AddressSpace<F> space;
    private final Set<Allocation<F>> filled = new HashSet<>();

    public ContentIntake(AddressSpace<F> space) {
        this.space = space;
    }

    /** Makes all content zero. */
    public void clear() {
        for (Allocation<F> allocation : space.allocations()) {
            boolean ignored = zero(allocation.start(), allocation.footprint());
        }
    }

    /**
     * Writes content.
     *
     * @return false, without effect, when a part of it does not lie in an allocation, or may still
     *     be cleared
     */
    public boolean write(long address, MemorySegment content) {
        return space.fill(address, content.byteSize(), content, filled::add);
    }

    /** Makes a range zero; otherwise as {@link #write}. */
    public boolean zero(long address, long bytes) {
        return space.fill(address, bytes, null, filled::add);
    }

    /** Returns the parts of a range that lie in allocations, each in one. */
    public List<Range> partsOf(Range range) {
        return space.partsOf(range);
    }

    /**
     * Returns the ranges of allocations that have taken content and were freed, since the last call
     * of this method.
     */
    public List<Range> lost() {
        List<Range> lost = new ArrayList<>();
        for (Iterator<Allocation<F>> all = filled.iterator(); all.hasNext(); ) {
            Allocation<F> allocation = all.next();
            if (!allocation.live()) {
                lost.add(new Range(allocation.start(), allocation.footprint()));
                all.remove();
            }
        }
        return lost;
    }
}
