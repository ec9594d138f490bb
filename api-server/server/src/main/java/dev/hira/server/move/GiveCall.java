package dev.hira.server.move;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.api.StateException;
import dev.hira.link.grpc.PeerCall;
import dev.hira.wire.v1.GiveState;
import dev.hira.wire.v1.StatePiece;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;

/**
 * A call that takes an offered state. The event loop checks the token; then the thread that saves
 * sends compressed pieces, and waits here while gRPC has enough to send. An interrupt ends the wait
 * with a {@link StateException}.
 */
final class GiveCall extends ServerCall.Listener<GiveState> {
    private final ServerCall<GiveState, StatePiece> call;
    private final PeerCall peer;
    private final StateMoves moves;

    /** Whether the caller has presented a token. Used by the event loop only. */
    private boolean asked;

    @GuardedBy("this")
    private boolean cancelled;

    GiveCall(ServerCall<GiveState, StatePiece> call, PeerCall peer, StateMoves moves) {
        this.call = call;
        this.peer = peer;
        this.moves = moves;
    }

    // --- the event loop
    // -----------------------------------------------------------------------------------------------------

    @Override
    public void onMessage(GiveState request) {
        peer.read(request.getSerializedSize());
        asked = true;
        OfferedState offered = moves.takeOffer(request.getToken());
        if (offered != null) {
            peer.trust();
        }
        if (offered == null || !offered.takeBy(this)) {
            deny();
        }
    }

    @Override
    public void onHalfClose() {
        if (!asked) {
            deny();
        }
    }

    private void deny() {
        moves.meters().denied();
        call.close(Status.PERMISSION_DENIED, new Metadata());
    }

    @Override
    public synchronized void onReady() {
        notifyAll();
    }

    @Override
    public void onCancel() {
        synchronized (this) {
            cancelled = true;
            notifyAll();
        }
        peer.ended();
    }

    @Override
    public void onComplete() {
        peer.ended();
    }

    // --- the thread that saves
    // -----------------------------------------------------------------------------------------------------

    /** Begins the stream; {@link #end} or {@link #fail} must follow. */
    void begin() {
        call.sendHeaders(new Metadata());
    }

    /** Ends the stream after the last piece. */
    void end() {
        call.close(Status.OK, new Metadata());
    }

    /** Breaks the stream off. */
    void fail(String why) {
        call.close(Status.FAILED_PRECONDITION.withDescription(why), new Metadata());
    }

    /** Sends a piece; waits while gRPC has enough to send. */
    void send(StatePiece.Builder piece) {
        try {
            awaitRoom();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StateException("the sending of the state was broken off");
        }
        call.sendMessage(piece.build());
    }

    private synchronized void awaitRoom() throws InterruptedException {
        while (!cancelled && !call.isReady()) {
            wait();
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (cancelled) {
            throw new StateException("the caller that takes the state has broken off");
        }
    }
}
