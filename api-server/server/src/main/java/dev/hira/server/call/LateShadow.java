package dev.hira.server.call;

import dev.hira.server.dispatch.ServerCall.LateOutput;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** An output that completes after its call returned: in the arena's memory, or in a piece. */
final class LateShadow implements LateOutput {
    private final ReplyOutbox outbox;
    private final int function;
    private final long callId;
    private final int lane;
    private final int field;
    private final long bytes;
    private final MemorySegment memory;
    private final long arenaOffset;
    private final OutputPool.@Nullable Piece piece;

    LateShadow(
            ReplyOutbox outbox,
            CommandCall call,
            int field,
            long bytes,
            MemorySegment memory,
            long arenaOffset,
            OutputPool.@Nullable Piece piece) {
        this.outbox = outbox;
        this.function = call.function();
        this.callId = call.callId();
        this.lane = call.lane();
        this.field = field;
        this.bytes = bytes;
        this.memory = memory;
        this.arenaOffset = arenaOffset;
        this.piece = piece;
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    @Override
    public void complete() {
        outbox.output(function, callId, lane, field, bytes, arenaOffset, piece);
    }
}
