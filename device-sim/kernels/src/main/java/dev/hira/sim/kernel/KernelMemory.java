package dev.hira.sim.kernel;

/** The device memory that kernels of one context may access. */
public interface KernelMemory {
    /** The addresses that the guest chooses. */
    FlatMemory allocations();

    /** The addresses that the device chooses, where modules' variables lie. */
    FlatMemory variables();

    /**
     * Looks whether kernels have written to where nothing is allocated; an address, or 0. Called
     * once in a while during a kernel.
     */
    default long stray() {
        return 0;
    }

    /**
     * The same when a kernel has ended.
     *
     * @param nanos that it took
     */
    default long strayAfter(long nanos) {
        return 0;
    }

    /** Whether these bytes lie in one allocation. */
    boolean allocated(long address, long bytes);
}
