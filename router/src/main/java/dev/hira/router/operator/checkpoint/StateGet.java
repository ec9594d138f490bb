package dev.hira.router.operator.checkpoint;

import com.google.protobuf.ByteString;
import dev.hira.router.session.SessionMove.MoveFailed;
import dev.hira.wire.v1.GiveState;
import dev.hira.wire.v1.StateServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;

/** Takes the state of a session from its server, piece by piece. */
final class StateGet {
    private static final MethodDescriptor<GiveState, byte[]> GIVE =
            StateServiceGrpc.getGiveMethod().toBuilder(
                            StateServiceGrpc.getGiveMethod().getRequestMarshaller(),
                            new PieceBytes())
                    .build();

    private static final long FIRST_PAUSE_MILLIS = 1;
    private static final long LONGEST_PAUSE_MILLIS = 100;

    private StateGet() {}

    /** Receives the pieces of a state. */
    interface Sink {
        void accept(byte[] piece) throws IOException;
    }

    /**
     * Takes a state that the server is about to offer.
     *
     * @throws IOException when the sink cannot take a piece
     * @throws MoveFailed when the server cannot give the state, or the time is over
     */
    static void run(ManagedChannel channel, ByteString token, TimeLeft time, Sink sink)
            throws IOException, InterruptedException {
        GiveState request = GiveState.newBuilder().setToken(token).build();
        long pause = FIRST_PAUSE_MILLIS;
        while (true) {
            Iterator<byte[]> pieces =
                    ClientCalls.blockingServerStreamingCall(
                            channel, GIVE, options(time.left()), request);
            try {
                while (pieces.hasNext()) {
                    sink.accept(pieces.next());
                }
                return;
            } catch (StatusRuntimeException e) {
                // The order to offer the state travels separately, and may arrive later.
                if (e.getStatus().getCode() != Status.Code.PERMISSION_DENIED) {
                    throw failed(e.getStatus(), time);
                }
            }
            TimeUnit.MILLISECONDS.sleep(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        }
    }

    private static CallOptions options(Duration limit) {
        return CallOptions.DEFAULT.withDeadlineAfter(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    private static MoveFailed failed(Status status, TimeLeft time) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
            return time.over();
        }
        String why = status.getDescription() == null ? "" : ": " + status.getDescription();
        return new MoveFailed("the server broke the stream of the state off" + why);
    }
}
