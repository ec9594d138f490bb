package dev.hira.sim.kernel;

import java.lang.foreign.MemorySegment;

/** Where a module's variables go. What was allocated is freed when the module is unloaded. */
public interface ModuleMemory {
    /**
     * Allocates zeroed memory for a variable, aligned to 512.
     *
     * @return its address
     * @throws KernelFault when there is no room
     */
    long allocate(long bytes);

    /** The bytes of a variable, to write its initial value. */
    MemorySegment at(long address, long bytes);
}
