package dev.hira.server.call;

import static java.util.Objects.requireNonNull;

import dev.hira.api.LateResult;
import dev.hira.api.StateException;
import dev.hira.server.dispatch.CallRefused;
import dev.hira.server.dispatch.ServerCall.LateOutput;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An output that completes after its call returned: in the arena's memory, or in a pooled buffer.
 */
final class LateOutputBuffer implements LateOutput, LateResult {
    /** The length of a description. */
    private static final int BYTES = 3 * Integer.BYTES + 3 * Long.BYTES + 1;

    private final ReplyOutbox outbox;
    private final int function;
    private final long callId;
    private final int lane;
    private final int field;
    private final long bytes;
    private final MemorySegment memory;
    private final long arenaOffset;
    private final OutputPool.@Nullable PooledBuffer buffer;

    LateOutputBuffer(
            ReplyOutbox outbox,
            CommandCall call,
            int field,
            long bytes,
            MemorySegment memory,
            long arenaOffset,
            OutputPool.@Nullable PooledBuffer buffer) {
        this(
                outbox,
                call.function(),
                call.callId(),
                call.lane(),
                field,
                bytes,
                memory,
                arenaOffset,
                buffer);
    }

    private LateOutputBuffer(
            ReplyOutbox outbox,
            int function,
            long callId,
            int lane,
            int field,
            long bytes,
            MemorySegment memory,
            long arenaOffset,
            OutputPool.@Nullable PooledBuffer buffer) {
        this.outbox = outbox;
        this.function = function;
        this.callId = callId;
        this.lane = lane;
        this.field = field;
        this.bytes = bytes;
        this.memory = memory;
        this.arenaOffset = arenaOffset;
        this.buffer = buffer;
    }

    /**
     * Returns an output that another server had left.
     *
     * @param description see {@link #describe}
     * @throws StateException when the session has no such memory
     */
    static LateOutputBuffer of(byte[] description, SessionResources resources) {
        if (description.length != BYTES) {
            throw new StateException(
                    "a late output is described in " + description.length + " bytes");
        }
        ByteBuffer in = ByteBuffer.wrap(description);
        int function = in.getInt();
        long callId = in.getLong();
        int lane = in.getInt();
        int field = in.getInt();
        long bytes = in.getLong();
        long offset = in.getLong();
        GuestMemory arena = resources.arena();
        boolean inArena = in.get() != 0;
        if (inArena ? arena == null : bytes < 0 || bytes > Integer.MAX_VALUE) {
            throw new StateException("the server has no memory for a late output");
        }
        OutputPool.PooledBuffer buffer = inArena ? null : resources.pool().take((int) bytes);
        MemorySegment memory;
        try {
            memory =
                    buffer == null
                            ? requireNonNull(arena).slice(field, offset, bytes, false)
                            : buffer.memory.asSlice(0, bytes);
        } catch (CallRefused outside) {
            throw new StateException(String.valueOf(outside.getMessage()));
        }
        return new LateOutputBuffer(
                resources.outbox(), function, callId, lane, field, bytes, memory, offset, buffer);
    }

    @Override
    public byte[] describe() {
        return ByteBuffer.allocate(BYTES)
                .putInt(function)
                .putLong(callId)
                .putInt(lane)
                .putInt(field)
                .putLong(bytes)
                .putLong(arenaOffset)
                .put((byte) (buffer == null ? 1 : 0))
                .array();
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    @Override
    public void complete() {
        outbox.output(function, callId, lane, field, bytes, arenaOffset, buffer);
    }
}
