package dev.hira.sim.driver;

import java.lang.foreign.MemorySegment;

/** A copy of one run of bytes. */
final class CopyOperation extends TransferOperation {
    private MemorySegment from;
    private final long fromOffset;
    private MemorySegment to;
    private final long toOffset;

    CopyOperation(
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

    @Override
    protected void execute() {
        SharedCopy.copy(from, fromOffset, to, toOffset, bytes());
    }

    @Override
    protected void forget() {
        from = MemorySegment.NULL;
        to = MemorySegment.NULL;
    }
}
