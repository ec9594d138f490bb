package dev.hira.sim.memory;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A range of device memory that one call allocated.
 *
 * @param <F> a fence: tells when the work that used an earlier allocation in the same place is done
 */
public final class Allocation<F> {
    private final AddressSpace<F> space;
    private final long start;
    private final long bytes;
    private final MemorySegment segment;
    private final long offset;
    private volatile List<F> successorOf;
    private volatile boolean live = true;
    private volatile long freedAt;

    Allocation(
            AddressSpace<F> space,
            long start,
            long bytes,
            MemorySegment segment,
            long offset,
            List<F> successorOf) {
        this.space = space;
        this.start = start;
        this.bytes = bytes;
        this.segment = segment;
        this.offset = offset;
        this.successorOf = successorOf;
    }

    /** The space that contains the allocation. */
    public AddressSpace<F> space() {
        return space;
    }

    /** The first address. */
    public long start() {
        return start;
    }

    /** The requested size. */
    public long bytes() {
        return bytes;
    }

    /** The accounted size: the requested size rounded up to the alignment. */
    public long footprint() {
        return AddressSpace.roundUp(bytes);
    }

    /** The first address behind its footprint. */
    public long end() {
        return start + footprint();
    }

    /** The memory that contains the allocation. */
    public MemorySegment segment() {
        return segment;
    }

    /** Returns the offset of one of its addresses in {@link #segment}. */
    public long offset(long address) {
        return address - start + offset;
    }

    /** Whether this many bytes from this address on lie inside. */
    public boolean contains(long address, long count) {
        return address >= start && count <= bytes && address - start <= bytes - count;
    }

    /** Whether the allocation has not been freed. */
    public boolean live() {
        return live;
    }

    void markFreed(long moment) {
        freedAt = moment;
        live = false;
    }

    /** The moment when the allocation was freed. */
    long freedAt() {
        return freedAt;
    }

    /** Records that bytes were written, from an offset in {@link #segment} on. */
    public void wrote(long at, long count) {
        space.wrote(at - offset + start, count);
    }

    /** The work of earlier allocations in its place, which must end before this one is used. */
    public List<F> successorOf() {
        return successorOf;
    }

    /** Forgets the work that it had to wait for. */
    public void forgetPredecessors() {
        successorOf = List.of();
    }
}
