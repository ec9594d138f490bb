package dev.hira.sim.kernel;

import org.jspecify.annotations.Nullable;

/**
 * The facts about a context's memory that checks of kernels need. Moments are numbers that grow
 * with every freed allocation.
 */
public interface KernelLedger {
    /** The selected checks. */
    Checks checks();

    /** The present moment. */
    long now();

    /**
     * Returns the allocation that holds all these bytes for a kernel launched at some moment, or
     * null: allocations freed since then remain until the kernel has ended.
     */
    @Nullable Holder holder(long address, long bytes, long since);

    /** Returns whether an address is in the heap of kernels, which has no allocations now. */
    boolean inEmptyHeap(long address);

    /** Returns the freed allocation that last held this byte, as far as that is still known. */
    KernelContext.@Nullable Extent freed(long address);

    /** The bytes written since their allocation. */
    WrittenBytes written();

    /**
     * Reports findings to the user.
     *
     * @param findings the number of findings
     */
    void report(String text, long findings);

    /**
     * An allocation.
     *
     * @param lasting whether it stays for the whole run of the kernel
     */
    record Holder(KernelContext.Extent extent, boolean lasting) {}
}
