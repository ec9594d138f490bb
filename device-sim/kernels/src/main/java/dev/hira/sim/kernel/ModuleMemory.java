package dev.hira.sim.kernel;

import java.lang.foreign.MemorySegment;

/** The memory for a module's variables. Its allocations are freed when the module is unloaded. */
public interface ModuleMemory {
    /**
     * Allocates zeroed memory for a variable, aligned to 512.
     *
     * @return its address
     * @throws KernelFault when there is no room
     */
    long allocate(long bytes);

    /** Returns the bytes of a variable, to write its initial value. */
    MemorySegment at(long address, long bytes);
}
