package dev.hira.sim.kernel;

/** The device memory that kernels of one context may access. */
public interface KernelMemory {
    /** The memory at addresses that the guest chooses. */
    FlatMemory allocations();

    /** The memory at addresses that the device chooses, which holds modules' variables. */
    FlatMemory variables();

    /**
     * Returns an unallocated address that kernels have written to, or 0. Called from time to time
     * during a kernel.
     */
    default long stray() {
        return 0;
    }

    /**
     * Returns the same after a kernel has ended.
     *
     * @param nanos the run time of the kernel
     */
    default long strayAfter(long nanos) {
        return 0;
    }

    /** Returns whether these bytes are in one allocation. */
    boolean allocated(long address, long bytes);
}
