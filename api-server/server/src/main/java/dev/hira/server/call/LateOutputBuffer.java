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
 * An output for a mirror of the arena has both: a buffer until it is complete, and a place.
 */
final class LateOutputBuffer implements LateOutput, LateResult {
    /** The length of a description. */
    private static final int BYTES = 3 * Integer.BYTES + 3 * Long.BYTES + 1;

    /** The offset of an output that travels in the frame. */
    static final long NOT_IN_ARENA = -1;

    // The last byte of a description: where the bytes are that a server has written already.

    private static final byte IN_BUFFER = 0;
    private static final byte IN_ARENA = 1;
    private static final byte IN_BUFFER_FOR_ARENA = 2;

    private final GuestOutbox outbox;
    private final int function;
    private final long callId;
    private final int lane;
    private final int field;
    private final long bytes;
    private final MemorySegment memory;
    private final long arenaOffset;
    private final BufferPool.@Nullable PooledBuffer buffer;

    LateOutputBuffer(
            GuestOutbox outbox,
            CommandCall call,
            int field,
            long bytes,
            MemorySegment memory,
            long arenaOffset,
            BufferPool.@Nullable PooledBuffer buffer) {
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
            GuestOutbox outbox,
            int function,
            long callId,
            int lane,
            int field,
            long bytes,
            MemorySegment memory,
            long arenaOffset,
            BufferPool.@Nullable PooledBuffer buffer) {
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
        byte place = in.get();
        GuestMemory arena = resources.arena();
        boolean forArena = place != IN_BUFFER;
        if (bytes < 0 || bytes > Integer.MAX_VALUE || (forArena && arena == null)) {
            throw new StateException("the server has no memory for a late output");
        }
        ArenaMirror mirror = resources.mirror();
        BufferPool.PooledBuffer buffer =
                forArena && mirror == null ? null : resources.pool().take((int) bytes);
        MemorySegment memory =
                buffer == null ? MemorySegment.NULL : buffer.memory.asSlice(0, bytes);
        if (forArena) {
            MemorySegment inArena = inArena(requireNonNull(arena), field, offset, bytes);
            if (buffer == null) {
                memory = inArena;
            } else if (place == IN_ARENA && mirror != null) {
                MemorySegment own = memory;
                mirror.wants(0, inArena);
                mirror.whenSent(() -> own.copyFrom(inArena));
            }
        }
        return new LateOutputBuffer(
                resources.outbox(),
                function,
                callId,
                lane,
                field,
                bytes,
                memory,
                forArena ? offset : NOT_IN_ARENA,
                buffer);
    }

    private static MemorySegment inArena(GuestMemory arena, int field, long offset, long bytes) {
        try {
            return arena.slice(field, offset, bytes, false);
        } catch (CallRefused outside) {
            throw new StateException(String.valueOf(outside.getMessage()));
        }
    }

    private byte place() {
        if (arenaOffset == NOT_IN_ARENA) {
            return IN_BUFFER;
        }
        return buffer == null ? IN_ARENA : IN_BUFFER_FOR_ARENA;
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
                .put(place())
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

    @Override
    public void drop() {
        outbox.dropped(function, callId, lane, buffer);
    }
}
