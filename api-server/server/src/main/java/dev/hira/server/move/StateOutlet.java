package dev.hira.server.move;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.hira.api.MemoryRange;
import dev.hira.api.StateException;
import dev.hira.link.grpc.stream.StatusMapping;
import dev.hira.wire.v1.StateAnswer;
import dev.hira.wire.v1.StateMoved;
import dev.hira.wire.v1.StatePiece;
import dev.hira.wire.v1.StateServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of a stream of state. Belongs to the thread that saves, which waits here while
 * gRPC has enough to send; an interrupt ends the wait with a {@link StateException}.
 */
final class StateOutlet implements StateWay {
    /** The most memory in a piece. */
    static final int PIECE_BYTES = 1 << 20;

    /** The most bytes of records that wait for a piece. */
    private static final int RECORD_BYTES = 256 << 10;

    /** The bytes that gRPC may hold before this end waits, beside one piece. */
    private static final int BUFFERED_BYTES = 2 << 20;

    private final ManagedChannel channel;
    private final ClientCall<StatePiece, StateAnswer> call;
    private final String target;
    private final LongConsumer sentMemory;

    /** Records for the next piece, which travel before its memory. */
    private final List<ByteString> records = new ArrayList<>();

    private int recordBytes;

    @GuardedBy("this")
    private boolean begun;

    @GuardedBy("this")
    private @Nullable StateMoved answer;

    /** The answer to the end of a round. */
    @GuardedBy("this")
    private @Nullable StateAnswer missed;

    @GuardedBy("this")
    private @Nullable Status ended;

    /**
     * Creates an end that has not connected yet.
     *
     * @param channel shut down at the end
     * @param target the other server, for texts
     * @param sentMemory receives the number of bytes of device memory in each piece
     */
    StateOutlet(ManagedChannel channel, String target, LongConsumer sentMemory) {
        this.channel = channel;
        this.call =
                channel.newCall(
                        StateServiceGrpc.getTakeMethod(),
                        CallOptions.DEFAULT.withOnReadyThreshold(BUFFERED_BYTES));
        this.target = target;
        this.sentMemory = sentMemory;
    }

    /**
     * Presents the token and waits until the other server wants the state.
     *
     * @return false: the other server does not know the token
     */
    boolean open(ByteString token) throws InterruptedException {
        call.start(new Events(), new Metadata());
        call.request(1);
        call.sendMessage(StatePiece.newBuilder().setToken(token).build());
        synchronized (this) {
            while (!begun && ended == null) {
                wait();
            }
            if (begun) {
                return true;
            }
            if (ended != null && ended.getCode() == Status.Code.PERMISSION_DENIED) {
                return false;
            }
            throw broken();
        }
    }

    @Override
    public void record(byte[] record) {
        records.add(ByteString.copyFrom(record));
        recordBytes += record.length;
        if (recordBytes >= RECORD_BYTES) {
            send(StatePiece.newBuilder());
        }
    }

    @Override
    public void memory(long address, MemorySegment content) {
        for (long at = 0; at < content.byteSize(); at += PIECE_BYTES) {
            long bytes = Math.min(PIECE_BYTES, content.byteSize() - at);
            // gRPC copies it into its own buffers before sendMessage returns.
            ByteBuffer part = content.asSlice(at, bytes).asByteBuffer();
            send(
                    StatePiece.newBuilder()
                            .setAddress(address + at)
                            .setMemory(UnsafeByteOperations.unsafeWrap(part)));
            sentMemory.accept(bytes);
        }
    }

    @Override
    public List<MemoryRange> endRound() throws InterruptedException {
        send(StatePiece.newBuilder().setRoundEnds(true));
        return awaitMissed();
    }

    @Override
    public void beginState() {
        send(StatePiece.newBuilder().setStateBegins(true));
    }

    @Override
    public List<MemoryRange> missed() {
        try {
            return awaitMissed();
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private List<MemoryRange> awaitMissed() throws InterruptedException {
        synchronized (this) {
            while (missed == null && ended == null && answer == null) {
                wait();
            }
            StateAnswer asked = missed;
            missed = null;
            if (asked == null || asked.getMissedCount() % 2 != 0) {
                throw broken();
            }
            List<MemoryRange> ranges = new ArrayList<>(asked.getMissedCount() / 2);
            for (int i = 0; i < asked.getMissedCount(); i += 2) {
                ranges.add(new MemoryRange(asked.getMissed(i), asked.getMissed(i + 1)));
            }
            return ranges;
        }
    }

    @Override
    public void memory(List<MemoryRange> ranges, MemorySegment content) {
        if (content.byteSize() > PIECE_BYTES) {
            StateWay.super.memory(ranges, content);
            return;
        }
        send(piece(ranges).setMemory(UnsafeByteOperations.unsafeWrap(content.asByteBuffer())));
        sentMemory.accept(content.byteSize());
    }

    /** Returns a piece with the places of small ranges, and not yet their memory. */
    static StatePiece.Builder piece(List<MemoryRange> ranges) {
        StatePiece.Builder piece = StatePiece.newBuilder();
        for (MemoryRange range : ranges) {
            piece.addRanges(range.address()).addRanges(range.bytes());
        }
        return piece;
    }

    @Override
    public void call(byte[] frame) {
        send(StatePiece.newBuilder().setCall(UnsafeByteOperations.unsafeWrap(frame)));
    }

    /**
     * An interrupt at the end is no failure: the router leaves a server whose state has arrived.
     */
    @Override
    public void finish() {
        send(StatePiece.newBuilder().setLast(true));
        call.halfClose();
        synchronized (this) {
            try {
                while (ended == null) {
                    wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            if (answer == null || !ended.isOk() || !answer.getProblem().isEmpty()) {
                throw broken();
            }
        }
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }

    private void send(StatePiece.Builder piece) {
        try {
            awaitRoom();
        } catch (InterruptedException e) {
            throw interrupted();
        }
        call.sendMessage(piece.addAllRecords(records).build());
        records.clear();
        recordBytes = 0;
    }

    private static StateException interrupted() {
        Thread.currentThread().interrupt();
        return new StateException("the sending of the state was broken off");
    }

    private synchronized void awaitRoom() throws InterruptedException {
        while (ended == null && answer == null) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (call.isReady()) {
                return;
            }
            wait();
        }
        throw broken();
    }

    @GuardedBy("this")
    private StateException broken() {
        if (answer != null && !answer.getProblem().isEmpty()) {
            return new StateException(answer.getProblem());
        }
        Status status = ended == null || ended.isOk() ? Status.INTERNAL : ended;
        return new StateException(StatusMapping.fromGrpc(status, target).message());
    }

    /** The call's events, on the channel's event loop. */
    private final class Events extends ClientCall.Listener<StateAnswer> {
        @Override
        public void onHeaders(Metadata headers) {
            synchronized (StateOutlet.this) {
                begun = true;
                StateOutlet.this.notifyAll();
            }
        }

        @Override
        public void onMessage(StateAnswer message) {
            synchronized (StateOutlet.this) {
                if (message.hasMoved()) {
                    answer = message.getMoved();
                } else {
                    missed = message;
                }
                StateOutlet.this.notifyAll();
            }
            call.request(1);
        }

        @Override
        public void onReady() {
            synchronized (StateOutlet.this) {
                StateOutlet.this.notifyAll();
            }
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            synchronized (StateOutlet.this) {
                ended = status;
                StateOutlet.this.notifyAll();
            }
        }
    }
}
