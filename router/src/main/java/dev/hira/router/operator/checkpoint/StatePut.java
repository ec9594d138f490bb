package dev.hira.router.operator.checkpoint;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.protobuf.ByteString;
import dev.hira.router.session.SessionMove.MoveFailed;
import dev.hira.wire.v1.StateAnswer;
import dev.hira.wire.v1.StateMoved;
import dev.hira.wire.v1.StatePiece;
import dev.hira.wire.v1.StateServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A stream of state to a server that awaits it. Belongs to one thread, which waits here while gRPC
 * has enough to send.
 */
final class StatePut {
    private static final MethodDescriptor<byte[], StateAnswer> TAKE =
            StateServiceGrpc.getTakeMethod().toBuilder(
                            new PieceBytes(),
                            StateServiceGrpc.getTakeMethod().getResponseMarshaller())
                    .build();

    private static final int BUFFERED_BYTES = 2 << 20;
    private static final long FIRST_PAUSE_MILLIS = 1;
    private static final long LONGEST_PAUSE_MILLIS = 100;

    private final ClientCall<byte[], StateAnswer> call;
    private final TimeLeft time;

    @GuardedBy("this")
    private boolean begun;

    @GuardedBy("this")
    private @Nullable StateMoved answer;

    @GuardedBy("this")
    private @Nullable Status ended;

    private StatePut(ManagedChannel channel, TimeLeft time) {
        this.time = time;
        this.call = channel.newCall(TAKE, CallOptions.DEFAULT.withOnReadyThreshold(BUFFERED_BYTES));
    }

    /**
     * Opens a stream, as soon as the server knows the token.
     *
     * @throws MoveFailed when the server cannot be reached, or the time is over
     */
    static StatePut open(ManagedChannel channel, ByteString token, TimeLeft time)
            throws InterruptedException {
        long pause = FIRST_PAUSE_MILLIS;
        while (true) {
            StatePut stream = new StatePut(channel, time);
            if (stream.begin(token)) {
                return stream;
            }
            TimeUnit.MILLISECONDS.sleep(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        }
    }

    /** Presents the token; false: the server does not know it yet. */
    private synchronized boolean begin(ByteString token) throws InterruptedException {
        call.start(new Events(), new Metadata());
        call.request(1);
        call.sendMessage(StatePiece.newBuilder().setToken(token).build().toByteArray());
        while (!begun && ended == null) {
            await();
        }
        if (begun) {
            return true;
        }
        if (ended != null && ended.getCode() == Status.Code.PERMISSION_DENIED) {
            return false;
        }
        throw broken();
    }

    /**
     * Sends the next piece.
     *
     * @throws MoveFailed when the server has ended the stream, or the time is over
     */
    void send(byte[] piece) throws InterruptedException {
        synchronized (this) {
            while (ended == null && answer == null && !call.isReady()) {
                await();
            }
            if (ended != null || answer != null) {
                throw broken();
            }
        }
        call.sendMessage(piece);
    }

    /** Ends the stream and waits for the server's answer. */
    synchronized void finish() throws InterruptedException {
        call.halfClose();
        while (ended == null) {
            await();
        }
        if (answer == null || !answer.getProblem().isEmpty() || !ended.isOk()) {
            throw broken();
        }
    }

    @GuardedBy("this")
    private void await() throws InterruptedException {
        long left = time.left().toNanos();
        if (left <= 1) {
            throw time.over();
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
    }

    @GuardedBy("this")
    private MoveFailed broken() {
        StateMoved moved = answer;
        if (moved != null && !moved.getProblem().isEmpty()) {
            return new MoveFailed("the server could not take the state: " + moved.getProblem());
        }
        Status status = ended == null || ended.isOk() ? Status.INTERNAL : ended;
        String why = status.getDescription() == null ? "" : ": " + status.getDescription();
        return new MoveFailed("the server broke the stream of the state off" + why);
    }

    /** The call's events, on the channel's event loop. */
    private final class Events extends ClientCall.Listener<StateAnswer> {
        @Override
        public void onHeaders(Metadata headers) {
            synchronized (StatePut.this) {
                begun = true;
                StatePut.this.notifyAll();
            }
        }

        @Override
        public void onMessage(StateAnswer message) {
            if (message.hasMoved()) {
                synchronized (StatePut.this) {
                    answer = message.getMoved();
                    StatePut.this.notifyAll();
                }
            }
            // Otherwise it tells which memory had no object at the end of a round. It needs none.
            call.request(1);
        }

        @Override
        public void onReady() {
            synchronized (StatePut.this) {
                StatePut.this.notifyAll();
            }
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            synchronized (StatePut.this) {
                ended = status;
                StatePut.this.notifyAll();
            }
        }
    }
}
