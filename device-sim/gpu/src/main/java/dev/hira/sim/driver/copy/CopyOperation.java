package dev.hira.sim.driver.copy;

import dev.hira.sim.driver.object.ContextLedger;
import dev.hira.sim.driver.object.StagingBudget;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.memory.Allocation;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A copy of one contiguous range of bytes. */
public final class CopyOperation extends TransferOperation {
    private MemorySegment from;
    private final long fromOffset;
    private MemorySegment to;
    private final long toOffset;
    private @Nullable Allocation<ChannelOperation> target;
    private @Nullable Runnable check;
    private @Nullable StagingBudget staging;

    public CopyOperation(
            Route route,
            MemorySegment from,
            long fromOffset,
            MemorySegment to,
            long toOffset,
            long bytes) {
        super(route, bytes);
        this.from = from;
        this.fromOffset = fromOffset;
        this.to = to;
        this.toOffset = toOffset;
    }

    /** Creates a copy to device memory. */
    public CopyOperation(
            Route route,
            MemorySegment from,
            long fromOffset,
            Allocation<ChannelOperation> target,
            long address,
            long bytes) {
        this(route, from, fromOffset, target.segment(), target.offset(address), bytes);
        this.target = target;
    }

    /**
     * Adds a check of the source memory before the copy; no check when the ledger is null. Returns
     * this.
     */
    public CopyOperation checkedBy(@Nullable ContextLedger ledger, long address) {
        check = ledger == null ? null : () -> ledger.noteCopied(address, bytes());
        return this;
    }

    /** Makes the operation return memory to a budget when it has ended. Returns this. */
    public CopyOperation returning(StagingBudget budget) {
        staging = budget;
        return this;
    }

    /** The source, for readers while the operation is not executed. */
    public CopySide from() {
        return side(from, fromOffset);
    }

    /** The destination, for readers while the operation is not executed. */
    public CopySide to() {
        return side(to, toOffset);
    }

    private CopySide side(MemorySegment memory, long offset) {
        return new CopySide(memory, offset, bytes(), bytes(), null);
    }

    @Override
    protected void execute() {
        if (check != null) {
            check.run();
        }
        SharedCopy.copy(from, fromOffset, to, toOffset, bytes());
        if (target != null) {
            target.wrote(toOffset, bytes());
        }
    }

    @Override
    protected void forget() {
        from = MemorySegment.NULL;
        to = MemorySegment.NULL;
        target = null;
        check = null;
        if (staging != null) {
            staging.giveBack(bytes());
            staging = null;
        }
    }
}
