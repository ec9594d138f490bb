package dev.hira.sim.kernel;

import org.jspecify.annotations.Nullable;

/**
 * What checks of kernels need to know of their context's memory. Moments are numbers that grow with
 * every allocation that is freed.
 */
public interface KernelLedger {
    /** What is looked for. */
    Checks checks();

    /** The present moment. */
    long now();

    /**
     * The allocation that holds all these bytes for a kernel that was launched at some moment: what
     * was freed since then stays until the kernel has ended. Null when there is none.
     */
    @Nullable Holder holder(long address, long bytes, long since);

    /** Whether an address lies in the heap that kernels allocate from. */
    boolean inHeap(long address);

    /** The allocation that held this byte last and was freed, as far as that is still known. */
    KernelContext.@Nullable Extent freed(long address);

    /** The bytes that something was written to since they were allocated. */
    WrittenBytes written();

    /**
     * Tells the user what was found.
     *
     * @param findings how many there are
     */
    void report(String text, long findings);

    /**
     * An allocation.
     *
     * @param lasting whether it stays as long as the kernel runs
     */
    record Holder(KernelContext.Extent extent, boolean lasting) {}
}
