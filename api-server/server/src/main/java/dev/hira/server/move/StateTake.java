package dev.hira.server.move;

import com.google.protobuf.ByteString;
import dev.hira.api.StateException;
import dev.hira.api.StateSink;
import dev.hira.server.host.SessionState;
import dev.hira.wire.Frame;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.v1.StatePiece;
import io.netty.buffer.Unpooled;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Restores a session's state from the stream of another server, or of a router. */
final class StateTake {
    /** How long the device work of the recorded calls may take. */
    private static final Duration REPLAY_LIMIT = Duration.ofMinutes(1);

    private final StateMoves moves;
    private final StateInlet from;
    private final AwaitedState awaited;
    private final List<Frame> calls = new ArrayList<>();

    /** Made for the first compressed piece; moves between servers have none. */
    private @Nullable PieceUnpacker unpacker;

    private long bytes;

    StateTake(StateMoves moves, AwaitedState awaited, StateInlet from) {
        this.moves = moves;
        this.awaited = awaited;
        this.from = from;
    }

    /** The bytes of device memory that were taken. */
    long bytes() {
        return bytes;
    }

    /** The calls that waited for work at the other server. */
    List<Frame> calls() {
        return calls;
    }

    /**
     * Restores everything up to the last piece.
     *
     * @throws StateException when that fails
     */
    void run(SessionState state) throws InterruptedException {
        awaited.awaitReplayed();
        if (!state.quiesce(REPLAY_LIMIT)) {
            throw new StateException(
                    "the work of the recorded calls had not ended after " + REPLAY_LIMIT);
        }
        try {
            restore(state.restorer());
        } finally {
            if (unpacker != null) {
                unpacker.close();
            }
        }
    }

    private void restore(StateSink sink) throws InterruptedException {
        from.begin();
        StatePiece piece;
        do {
            piece = from.next();
            restore(piece, sink);
        } while (!piece.getLast());
    }

    private void restore(StatePiece piece, StateSink sink) {
        for (ByteString record : piece.getRecordsList()) {
            sink.record(record.toByteArray());
        }
        if (!piece.getCall().isEmpty()) {
            calls.add(call(piece.getCall()));
        }
        if (!piece.getMemory().isEmpty()) {
            MemorySegment memory = memory(piece);
            sink.memory(piece.getAddress(), memory);
            bytes += memory.byteSize();
            moves.meters().memory(MoveMeters.Way.IN, memory.byteSize());
        }
    }

    private MemorySegment memory(StatePiece piece) {
        if (piece.getContentBytes() == 0) {
            return MemorySegment.ofBuffer(piece.getMemory().asReadOnlyByteBuffer());
        }
        PieceUnpacker present = unpacker;
        if (present == null) {
            present = new PieceUnpacker();
            unpacker = present;
        }
        return present.unpack(piece);
    }

    private static Frame call(ByteString frame) {
        try {
            return Frame.wrap(Unpooled.wrappedBuffer(frame.toByteArray()));
        } catch (MalformedFrameException e) {
            throw new StateException("a call that waited cannot be read: " + e.getMessage());
        }
    }
}
