package dev.hira.sim.kernel;

import dev.hira.sim.memory.FlatMemory;

/** The device memory that kernels of one context may access. */
public interface KernelMemory {
    /** The addresses that the guest chooses. */
    FlatMemory allocations();

    /** The addresses that the device chooses, where modules' variables lie. */
    FlatMemory variables();

    /** Whether these bytes lie in one allocation. */
    boolean allocated(long address, long bytes);
}
