package dev.hira.sim.run;

import dev.hira.sim.kernel.KernelMemory;
import dev.hira.sim.memory.FlatMemory;
import java.lang.foreign.MemorySegment;

/**
 * The device memory of a context as its kernels see it: the window of allocations, which engines
 * may access on their own after a check, and that of modules' variables.
 */
public final class DeviceMemory {
    /** The first address of allocations. */
    public final long base;

    /** The number of addresses of allocations. */
    public final long size;

    /** The bytes of allocations, from {@link #base}. */
    public final MemorySegment segment;

    private final FlatMemory variables;
    private final KernelMemory memory;

    public DeviceMemory(KernelMemory memory) {
        FlatMemory allocations = memory.allocations();
        this.base = allocations.base();
        this.size = allocations.limit() - allocations.base();
        this.segment = allocations.segment();
        this.variables = memory.variables();
        this.memory = memory;
    }

    /** What is asked which addresses are allocated. */
    public KernelMemory allocations() {
        return memory;
    }

    /**
     * The segment that holds an access; {@link #offset} says where.
     *
     * @throws DeviceFault when it is outside of device memory
     */
    public MemorySegment segment(long address, int bytes) {
        long within = address - base;
        if (within >= 0 && within <= size - bytes) {
            return segment;
        }
        within = address - variables.base();
        if (within >= 0 && within <= variables.limit() - variables.base() - bytes) {
            return variables.segment();
        }
        throw DeviceFault.illegal("global", address, bytes);
    }

    /** Where an address lies in its segment. */
    public long offset(long address) {
        long within = address - base;
        return within >= 0 && within < size ? within : address - variables.base();
    }
}
