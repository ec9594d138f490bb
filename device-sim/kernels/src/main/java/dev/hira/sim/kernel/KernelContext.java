package dev.hira.sim.kernel;

import org.jspecify.annotations.Nullable;

/**
 * The context that kernels run in: its memory, what it has set for them, and what they leave behind
 * for later ones. There is one object for each context.
 */
public interface KernelContext {
    /** What its kernels may access. */
    KernelMemory memory();

    /** The allocation that is next to an address, or null when there is none at all. */
    @Nullable Extent nearest(long address);

    /**
     * Allocates zeroed memory for the device's own use.
     *
     * @return its address, or 0 when there is no room
     */
    long reserve(long bytes);

    /** Gives back what was reserved and is not used any more. */
    void release(long address);

    /** The heap that kernels allocate from. */
    KernelHeap heap();

    /** What kernels print. */
    KernelOutput output();

    /** Stack of each thread. */
    long stackBytes();

    /** How long a kernel may run. */
    long limitNanos();

    /** Whether device time comes from a model, so that what kernels do must be counted. */
    boolean modelled();

    /** The device's time. */
    long nanos();

    /** A number for a grid, different from those before. */
    long nextGrid();

    /** What checks need to know of its memory; null when nothing is looked for. */
    @Nullable KernelLedger ledger();

    /** The books of the device about kernels. */
    KernelBooks books();

    /**
     * A range of addresses.
     *
     * @param address of its first byte
     */
    record Extent(long address, long bytes) {}
}
