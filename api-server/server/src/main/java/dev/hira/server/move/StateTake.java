package dev.hira.server.move;

import com.google.protobuf.ByteString;
import dev.hira.api.MemoryRange;
import dev.hira.api.StateException;
import dev.hira.api.StateReceiver;
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

    /** Whether no call is made any longer, so that the state can be taken. */
    private boolean begun;

    /** Whether the sender has announced the state, or does not have to without rounds. */
    private boolean stateBegins;

    StateTake(StateMoves moves, AwaitedState awaited, StateInlet from) {
        this.stateBegins = !awaited.isAhead();
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
        if (!awaited.isAhead()) {
            begin(state);
        }
        try {
            restore(state);
        } finally {
            if (unpacker != null) {
                unpacker.close();
            }
        }
    }

    private void restore(SessionState state) throws InterruptedException {
        StateReceiver sink = state.restorer();
        from.begin();
        awaited.whenReplayed(from::wake);
        StatePiece piece;
        do {
            from.await();
            if (!begun && awaited.isReplayed()) {
                takeUp(state, sink); // the sender will hear what it has to send again
            }
            piece = from.next();
            if (piece.getStateBegins()) {
                if (stateBegins) {
                    throw new StateException("the state begins twice");
                }
                stateBegins = true;
                if (!begun) {
                    takeUp(state, sink);
                }
            }
            restore(piece, sink);
            if (piece.getRoundEnds()) {
                from.missed(sink.missed());
            }
        } while (!piece.getLast());
    }

    /** Ends the repetition of calls, and tells the sender which memory was missed until then. */
    private void takeUp(SessionState state, StateReceiver sink) throws InterruptedException {
        begin(state);
        state.agree(awaited.placements());
        from.missed(sink.missed());
    }

    private void begin(SessionState state) throws InterruptedException {
        awaited.awaitReplayed();
        if (!state.quiesce(REPLAY_LIMIT)) {
            throw new StateException(
                    "the work of the recorded calls had not ended after " + REPLAY_LIMIT);
        }
        begun = true;
    }

    private void restore(StatePiece piece, StateReceiver sink) {
        if (!begun && piece.getLast()) {
            throw new StateException("the stream ended before the state");
        }
        for (ByteString record : piece.getRecordsList()) {
            sink.record(record.toByteArray());
        }
        if (!piece.getCall().isEmpty()) {
            calls.add(call(piece.getCall()));
        }
        if (!piece.getMemory().isEmpty()) {
            MemorySegment memory = memory(piece);
            if (piece.getRangesCount() == 0) {
                sink.memory(piece.getAddress(), memory);
            } else {
                sink.memory(ranges(piece, memory.byteSize()), memory);
            }
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

    /** Returns the ranges of a piece, which have the sizes of its memory. */
    private static List<MemoryRange> ranges(StatePiece piece, long memory) {
        List<MemoryRange> ranges = new ArrayList<>(piece.getRangesCount() / 2);
        long left = memory;
        for (int i = 0; i + 1 < piece.getRangesCount(); i += 2) {
            MemoryRange range = new MemoryRange(piece.getRanges(i), piece.getRanges(i + 1));
            left = range.bytes() <= 0 || range.bytes() > left ? -1 : left - range.bytes();
            ranges.add(range);
            if (left < 0) {
                break;
            }
        }
        if (left != 0 || piece.getRangesCount() % 2 != 0) {
            throw new StateException(
                    "a piece of the state has "
                            + memory
                            + " bytes of memory, which its "
                            + piece.getRangesCount()
                            + " addresses and sizes do not fit");
        }
        return ranges;
    }

    private static Frame call(ByteString frame) {
        try {
            return Frame.wrap(Unpooled.wrappedBuffer(frame.toByteArray()));
        } catch (MalformedFrameException e) {
            throw new StateException("a call that waited cannot be read: " + e.getMessage());
        }
    }
}
