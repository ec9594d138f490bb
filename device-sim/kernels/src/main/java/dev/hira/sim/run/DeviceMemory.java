package dev.hira.sim.run;

import dev.hira.sim.kernel.FlatMemory;
import dev.hira.sim.kernel.KernelMemory;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The device memory of a context from a kernel's point of view: the window of allocations, which
 * engines may access directly after a check, and the memory of module variables.
 */
public final class DeviceMemory {
    /** The first address of allocations. */
    public final long base;

    /** The size of the window of allocations when the kernel began; it may have grown since. */
    public final long size;

    /** The bytes of allocations, from {@link #base}. */
    public final MemorySegment segment;

    private final KernelMemory memory;
    private volatile FlatMemory variables;
    private volatile long reached;

    public DeviceMemory(KernelMemory memory) {
        FlatMemory allocations = memory.allocations();
        this.base = allocations.base();
        this.size = allocations.limit() - allocations.base();
        this.segment = allocations.segment();
        this.reached = size;
        this.variables = memory.variables();
        this.memory = memory;
    }

    /** Tells which addresses are allocated. */
    public KernelMemory allocations() {
        return memory;
    }

    /**
     * Returns the segment that holds an access; {@link #offset} returns its position there.
     * Allocations made since the kernel began count as well.
     *
     * @throws DeviceFault when it is outside of device memory
     */
    public MemorySegment segment(long address, int bytes) {
        MemorySegment holder = known(address, bytes);
        if (holder == null) {
            reached = memory.allocations().limit() - base;
            variables = memory.variables();
            holder = known(address, bytes);
        }
        if (holder == null) {
            throw DeviceFault.illegal("global", address, bytes);
        }
        return holder;
    }

    private @Nullable MemorySegment known(long address, int bytes) {
        long within = address - base;
        if (within >= 0 && within <= reached - bytes) {
            return segment;
        }
        FlatMemory window = variables;
        within = address - window.base();
        return within >= 0 && within <= window.limit() - window.base() - bytes
                ? window.segment()
                : null;
    }

    /** Returns the offset of an address in its segment; variables follow all allocations. */
    public long offset(long address) {
        long start = variables.base();
        return address - (address < start ? base : start);
    }
}
