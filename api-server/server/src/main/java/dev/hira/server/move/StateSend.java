package dev.hira.server.move;

import com.google.protobuf.ByteString;
import dev.hira.api.MemoryRounds;
import dev.hira.api.StateException;
import dev.hira.server.host.SessionState;
import dev.hira.wire.v1.RoundCopied;
import dev.hira.wire.v1.StateMoved;
import io.grpc.ManagedChannel;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends a session's state to another server: rounds of memory while the session works, as many as
 * are ordered, and at rest the state; or gives the state to a caller. Used by one thread at a time.
 */
final class StateSend {
    private static final long FIRST_PAUSE_MILLIS = 5;
    private static final long LONGEST_PAUSE_MILLIS = 200;

    private final StateMoves moves;
    private final String target;
    private final ByteString token;
    private @Nullable ManagedChannel channel;
    private @Nullable StateOutlet outlet;
    private @Nullable MemoryRounds rounds;
    private long bytes;

    StateSend(StateMoves moves, String target, ByteString token) {
        this.moves = moves;
        this.target = target;
        this.token = token;
    }

    /** Whether the state is for the receiver that awaits a token. */
    boolean isFor(ByteString other) {
        return token.equals(other);
    }

    /** The bytes of device memory that were sent. */
    long bytes() {
        return bytes;
    }

    /**
     * Sends a round of memory.
     *
     * @throws StateException when that fails; then all later steps fail too
     */
    RoundCopied round(SessionState state) throws InterruptedException {
        MemoryRounds copy = rounds;
        if (copy == null) {
            copy = state.precopy();
            rounds = copy;
        }
        StateOutlet to = connected();
        long sent = copy.round(to);
        copy.missed(to.endRound());
        return RoundCopied.newBuilder().setBytes(sent).setPending(copy.pending()).build();
    }

    /**
     * Sends the state and waits until the other server has restored it, or gives it to a caller.
     * The session is at rest.
     *
     * @param calls the calls that wait for work, each as a frame
     * @throws StateException when that fails
     */
    void finish(SessionState state, List<byte[]> calls) throws InterruptedException {
        if (target.isEmpty()) {
            give(state);
        } else {
            send(state, calls);
        }
    }

    private void send(SessionState state, List<byte[]> calls) throws InterruptedException {
        StateOutlet to = connected();
        MemoryRounds copied = rounds;
        if (copied == null) {
            state.save(to);
        } else {
            to.beginState();
            copied.save(to, to::missed);
        }
        calls.forEach(to::call);
        StateMoved answer = to.finish();
        if (!answer.getProblem().isEmpty()) {
            throw new StateException(answer.getProblem());
        }
    }

    private void give(SessionState state) throws InterruptedException {
        GivenState taker = taker();
        boolean given = false;
        taker.begin();
        try (PiecePacker packer = new PiecePacker()) {
            state.save(taker.sink(packer, this::sent));
            taker.end();
            given = true;
        } finally {
            if (!given) {
                taker.fail("the state could not be saved");
            }
        }
    }

    /** Waits for the caller that presents the token. */
    private GivenState taker() throws InterruptedException {
        OfferedState offer = new OfferedState(token.toByteArray());
        moves.offer(offer);
        try {
            return offer.awaitTaker(moves.patience());
        } finally {
            moves.withdraw(offer);
        }
    }

    /** Disconnects, and ends the tracking of writes. Idempotent. */
    void close() {
        if (rounds != null) {
            rounds.close();
            rounds = null;
        }
        if (channel != null) {
            channel.shutdownNow();
            channel = null;
        }
    }

    /** Connects, once; tries again while the other server does not know the token yet. */
    private StateOutlet connected() throws InterruptedException {
        StateOutlet connected = outlet;
        if (connected != null) {
            return connected;
        }
        ManagedChannel fresh = channel();
        channel = fresh;
        long begun = moves.clock().getAsLong();
        long pause = FIRST_PAUSE_MILLIS;
        while (true) {
            StateOutlet opening = new StateOutlet(fresh, target, this::sent);
            if (opening.open(token)) {
                outlet = opening;
                return opening;
            }
            if (moves.clock().getAsLong() - begun >= moves.patience().toNanos()) {
                throw new StateException(target + " does not await this state");
            }
            TimeUnit.MILLISECONDS.sleep(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        }
    }

    private ManagedChannel channel() {
        try {
            return moves.channel(URI.create(target));
        } catch (IllegalArgumentException e) {
            throw new StateException(target + " is not the address of a server: " + e.getMessage());
        }
    }

    private void sent(long size) {
        bytes += size;
        moves.meters().memory(MoveMeters.Way.OUT, size);
    }
}
