package dev.hira.sim.kernel;

import org.jspecify.annotations.Nullable;

/**
 * The context in which kernels run: its memory, its settings for them, and the state that they
 * leave for later ones. Each context has one such object.
 */
public interface KernelContext {
    /** The memory that its kernels may access. */
    KernelMemory memory();

    /**
     * Returns the allocation nearest to an address, also one that a kernel made, or null when there
     * is none at all.
     */
    @Nullable Extent nearest(long address);

    /**
     * Allocates zeroed memory for the device's own use.
     *
     * @return its address, or 0 when there is no room
     */
    long reserve(long bytes);

    /** Releases reserved memory. */
    void release(long address);

    /** The heap from which kernels allocate. */
    KernelHeap heap();

    /** The text that kernels print. */
    KernelOutput output();

    /** The stack of each thread in bytes. */
    long stackBytes();

    /** The time limit of a kernel in nanoseconds. */
    long limitNanos();

    /** Whether device time comes from a model, so the work of kernels must be counted. */
    boolean modelled();

    /** The device's time in nanoseconds. */
    long nanos();

    /** The time of the device's global timer in nanoseconds. */
    long globalNanos();

    /** Returns a new number for a grid. */
    long nextGrid();

    /** The facts about its memory that checks need; null when no check is selected. */
    @Nullable KernelLedger ledger();

    /** The device's statistics of kernels. */
    KernelBooks books();

    /**
     * A range of addresses.
     *
     * @param address of its first byte
     */
    record Extent(long address, long bytes) {}
}
