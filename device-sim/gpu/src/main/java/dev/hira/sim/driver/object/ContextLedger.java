package dev.hira.sim.driver.object;

import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.kernel.Checks;
import dev.hira.sim.kernel.KernelContext;
import dev.hira.sim.kernel.KernelHeap;
import dev.hira.sim.kernel.KernelLedger;
import dev.hira.sim.kernel.WrittenBytes;
import dev.hira.sim.memory.Allocation;
import dev.hira.sim.memory.Range;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The checks' record of a context's memory.
 *
 * @param written the bytes written since their allocation
 */
public record ContextLedger(SimContext context, WrittenBytes written) implements KernelLedger {
    /** The most allocations that a note about leaks lists. */
    private static final int MOST_NAMED = 8;

    @Override
    public Checks checks() {
        return context.device().kernelSettings().checks();
    }

    @Override
    public long now() {
        return context.memory().moment();
    }

    @Override
    public @Nullable Holder holder(long address, long bytes, long since) {
        KernelHeap heap = context.kernels().heap();
        if (heap.covers(address)) {
            KernelContext.@Nullable Extent part = heap.holder(address);
            return part == null || part.bytes() - (address - part.address()) < bytes
                    ? null
                    : new Holder(part, false);
        }
        Allocation<ChannelOperation> found = context.memory().find(address, bytes);
        if (found == null) {
            found = context.memory().freedSince(since, address, bytes);
        }
        return found == null
                ? null
                : new Holder(new KernelContext.Extent(found.start(), found.bytes()), true);
    }

    @Override
    public boolean inEmptyHeap(long address) {
        KernelHeap heap = context.kernels().heap();
        return heap.covers(address) && heap.nearest(address) == null;
    }

    @Override
    public KernelContext.@Nullable Extent freed(long address) {
        Range range = context.memory().lastFreed(address);
        return range == null ? null : new KernelContext.Extent(range.start(), range.bytes());
    }

    @Override
    public void report(String text, long findings) {
        context.device().kernelBooks().found(findings);
        tell(text);
    }

    private void tell(String text) {
        String owner = context.owner();
        context.device()
                .kernelSettings()
                .findings()
                .accept(owner.isEmpty() ? text : owner + ": " + text);
    }

    /** Reports a copy of memory in which nothing was written since it was allocated. */
    public void noteCopied(long address, long bytes) {
        if (!checks().memory() || written.touches(address, bytes)) {
            return;
        }
        report(
                "Found in a copy of "
                        + bytes
                        + " bytes from "
                        + CudaFailures.hex(address)
                        + ": nothing was written there since the memory was allocated.",
                1);
    }

    /** Reports memory that the guest has not freed when the context ends. */
    void noteLeaks() {
        List<Allocation<ChannelOperation>> left =
                context.memory().allocations().stream()
                        .filter(each -> each.start() < context.memory().window().deviceStart())
                        .toList();
        if (!checks().memory() || left.isEmpty()) {
            return;
        }
        StringBuilder text =
                new StringBuilder("Note: the context ends with memory that was not freed: ")
                        .append(left.stream().mapToLong(Allocation::bytes).sum())
                        .append(" bytes in ")
                        .append(left.size())
                        .append(left.size() == 1 ? " allocation" : " allocations");
        for (Allocation<ChannelOperation> each :
                left.subList(0, Math.min(MOST_NAMED, left.size()))) {
            text.append("\n  ")
                    .append(each.bytes())
                    .append(" bytes at ")
                    .append(CudaFailures.hex(each.start()));
        }
        tell(text.toString());
    }
}
