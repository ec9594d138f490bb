package dev.hira.sim.memory;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A range of device memory that was allocated by one call.
 *
 * @param <F> what tells that the work which used an earlier allocation in the same place is done
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

    /** The space it lies in. */
    public AddressSpace<F> space() {
        return space;
    }

    /** Its first address. */
    public long start() {
        return start;
    }

    /** Its size as it was asked for. */
    public long bytes() {
        return bytes;
    }

    /** What it costs: its size rounded up to the alignment. */
    public long footprint() {
        return AddressSpace.roundUp(bytes);
    }

    /** The first address behind its footprint. */
    public long end() {
        return start + footprint();
    }

    /** The memory that it lies in. */
    public MemorySegment segment() {
        return segment;
    }

    /** Where an address of it lies in {@link #segment}. */
    public long offset(long address) {
        return address - start + offset;
    }

    /** Whether the bytes from this address on lie inside. */
    public boolean contains(long address, long count) {
        return address >= start && count <= bytes && address - start <= bytes - count;
    }

    /** Whether it has not been freed. */
    public boolean live() {
        return live;
    }

    void markFreed(long moment) {
        freedAt = moment;
        live = false;
    }

    /** The moment when it was freed. */
    long freedAt() {
        return freedAt;
    }

    /** Notes that bytes of it were written, from an offset in {@link #segment} on. */
    public void wrote(long at, long count) {
        space.wrote(at - offset + start, count);
    }

    /** What must have happened before this one is used: earlier allocations in its place end. */
    public List<F> successorOf() {
        return successorOf;
    }

    /** Forgets what it had to wait for. */
    public void settled() {
        successorOf = List.of();
    }
}
