package dev.hira.sim.driver.object;

import dev.hira.api.cuda.CUlimit;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.kernel.KernelBooks;
import dev.hira.sim.kernel.KernelContext;
import dev.hira.sim.kernel.KernelHeap;
import dev.hira.sim.kernel.KernelLedger;
import dev.hira.sim.kernel.KernelMemory;
import dev.hira.sim.kernel.KernelOutput;
import dev.hira.sim.memory.Allocation;
import dev.hira.sim.memory.PlacementResult;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A context as its kernels see it. */
public final class ContextKernels implements KernelContext {
    private final SimContext context;
    private final ProcessState process;
    private final KernelMemory memory;
    private final KernelHeap heap;
    private final KernelOutput output;
    private final AtomicLong grids = new AtomicLong();

    /** The time of the context's clock on the devices where it was before, minus the time here. */
    private volatile long clockAhead;

    ContextKernels(SimContext context, ProcessState process) {
        this.context = context;
        this.process = process;
        this.memory = new ContextMemory(context, new StrayWatch(context.memory()));
        this.heap = new KernelHeap(() -> limit(CUlimit.CU_LIMIT_MALLOC_HEAP_SIZE), this::reserve);
        this.output =
                new KernelOutput(
                        () -> limit(CUlimit.CU_LIMIT_PRINTF_FIFO_SIZE),
                        process::printsByLaunch,
                        Objects.requireNonNullElse(
                                process.owner().output(),
                                context.device().kernelSettings().output()));
    }

    private long limit(CUlimit limit) {
        return context.limits().get(limit);
    }

    @Override
    public KernelMemory memory() {
        return memory;
    }

    @Override
    public @Nullable Extent nearest(long address) {
        Allocation<ChannelOperation> found = context.memory().nearest(address);
        if (found == null) {
            return null;
        }
        Extent inHeap = heap.covers(found.start()) ? heap.nearest(address) : null;
        return inHeap == null ? new Extent(found.start(), found.bytes()) : inHeap;
    }

    @Override
    public long reserve(long bytes) {
        return switch (process.quota().place(context, bytes)) {
            case PlacementResult.Placed<ChannelOperation>(var allocation) -> allocation.start();
            case PlacementResult.Refused<ChannelOperation> _,
                    PlacementResult.NoMemory<ChannelOperation> _ ->
                    0;
        };
    }

    @Override
    public void release(long address) {
        Allocation<ChannelOperation> allocation = context.memory().startingAt(address);
        if (allocation != null) {
            context.freeUnused(allocation);
        }
    }

    @Override
    public KernelHeap heap() {
        return heap;
    }

    @Override
    public KernelOutput output() {
        return output;
    }

    @Override
    public long stackBytes() {
        return limit(CUlimit.CU_LIMIT_STACK_SIZE);
    }

    @Override
    public long limitNanos() {
        return Math.min(context.device().kernelLimitNanos(), process.kernelLimitNanos());
    }

    @Override
    public boolean modelled() {
        return context.device().engines().modelled();
    }

    @Override
    public long nanos() {
        return context.device().engines().nanos() + clockAhead;
    }

    /** The nanoseconds by which the context's clock is ahead of the device's. */
    public long clockAhead() {
        return clockAhead;
    }

    /** The number of grids that were started. */
    public long grids() {
        return grids.get();
    }

    /** Continues the clock and the numbers of grids of a context that was moved here. */
    public void resume(long ahead, long startedGrids) {
        clockAhead = ahead;
        grids.set(startedGrids);
    }

    @Override
    public long globalNanos() {
        return context.device().engines().globalNanos();
    }

    @Override
    public long nextGrid() {
        return grids.incrementAndGet();
    }

    @Override
    public @Nullable KernelLedger ledger() {
        return context.ledger();
    }

    @Override
    public KernelBooks books() {
        return context.device().kernelBooks();
    }
}
