package dev.hira.server.move;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.api.MemoryRange;
import dev.hira.api.StateException;
import dev.hira.link.grpc.PeerCall;
import dev.hira.wire.v1.StateAnswer;
import dev.hira.wire.v1.StateMoved;
import dev.hira.wire.v1.StatePiece;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of a stream of state. The event loop checks the token and passes the pieces to
 * the thread that restores them; it reads the next ones meanwhile.
 *
 * <p>The call's headers leave when that thread is ready; the sender waits for them, so a stream
 * without a valid token holds at most its first piece.
 */
final class StateInlet extends ServerCall.Listener<StatePiece> {
    /** The most pieces that are read before the thread takes them. */
    private static final int AHEAD = 2;

    private final ServerCall<StatePiece, StateAnswer> call;
    private final PeerCall peer;
    private final StateMoves moves;

    /** Whether the token was accepted. Used by the event loop only. */
    private boolean accepted;

    /** Whether the headers were sent. Used by the thread that restores. */
    private boolean begun;

    @GuardedBy("this")
    private final Queue<StatePiece> pieces = new ArrayDeque<>();

    @GuardedBy("this")
    private boolean woken;

    /** The reason why no piece will come. */
    @GuardedBy("this")
    private @Nullable String broken;

    StateInlet(ServerCall<StatePiece, StateAnswer> call, PeerCall peer, StateMoves moves) {
        this.call = call;
        this.peer = peer;
        this.moves = moves;
    }

    // --- the event loop
    // -----------------------------------------------------------------------------------------------------

    @Override
    public void onMessage(StatePiece next) {
        peer.read(next.getSerializedSize());
        if (accepted) {
            synchronized (this) {
                pieces.add(next);
                notifyAll();
            }
            return;
        }
        accepted = true;
        AwaitedState state = moves.take(next.getToken());
        if (state != null) {
            peer.trust();
        }
        if (state == null || !state.takeFrom(this)) {
            deny();
        }
    }

    @Override
    public void onHalfClose() {
        breakOff("the other server ended the stream before the last piece");
        if (!accepted) {
            accepted = true;
            deny();
        }
    }

    private void deny() {
        moves.meters().denied();
        call.close(Status.PERMISSION_DENIED, new Metadata());
    }

    @Override
    public void onCancel() {
        breakOff("the stream from the other server broke off");
        peer.ended();
    }

    @Override
    public void onComplete() {
        peer.ended();
    }

    private synchronized void breakOff(String how) {
        if (broken == null) {
            broken = how;
            notifyAll();
        }
    }

    // --- the thread that restores
    // -----------------------------------------------------------------------------------------------------

    /** Tells the sender to send the state. */
    void begin() {
        call.sendHeaders(new Metadata());
        call.request(AHEAD);
        begun = true;
    }

    /** Waits until a piece can be taken, none will come, or {@link #wake} was called. */
    synchronized void await() throws InterruptedException {
        while (pieces.isEmpty() && broken == null && !woken) {
            wait();
        }
        woken = false;
    }

    /** Ends the present or the next {@link #await}. */
    synchronized void wake() {
        woken = true;
        notifyAll();
    }

    /**
     * Waits for the next piece.
     *
     * @throws StateException when none will come
     */
    StatePiece next() throws InterruptedException {
        StatePiece next;
        synchronized (this) {
            while (pieces.isEmpty() && broken == null) {
                wait();
            }
            next = pieces.poll();
            if (next == null) {
                throw new StateException(String.valueOf(broken));
            }
        }
        call.request(1);
        return next;
    }

    /** Answers the end of a round, or the announcement of the state. */
    void missed(List<MemoryRange> ranges) {
        StateAnswer.Builder answer = StateAnswer.newBuilder();
        ranges.forEach(range -> answer.addMissed(range.address()).addMissed(range.bytes()));
        call.sendMessage(answer.build());
    }

    /** Ends the stream with an answer. */
    void answer(StateMoved moved) {
        if (begun) {
            call.sendMessage(StateAnswer.newBuilder().setMoved(moved).build());
            call.close(Status.OK, new Metadata());
        } else {
            refuse(moved.getProblem());
        }
    }

    /** Ends the stream without an answer. */
    void refuse(String why) {
        call.close(Status.FAILED_PRECONDITION.withDescription(why), new Metadata());
    }
}
