package dev.hira.server.move;

import com.google.protobuf.ByteString;
import dev.hira.api.MemoryRounds;
import dev.hira.api.StateException;
import dev.hira.server.host.SessionState;
import dev.hira.wire.v1.RoundCopied;
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
    private @Nullable StateWay way;
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
     * @param slowdown the session's work goes on for 1/slowdown of the time meanwhile
     * @throws StateException when that fails; then all later steps fail too
     */
    RoundCopied round(SessionState state, int slowdown) throws InterruptedException {
        MemoryRounds copy = rounds;
        if (copy == null) {
            copy = state.precopy();
            rounds = copy;
        }
        StateWay to = way();
        SlowedWork slowed =
                slowdown > 1 ? SlowedWork.begin(moves.threads(), state, slowdown) : null;
        try {
            long sent = copy.round(to);
            copy.missed(to.endRound());
            return RoundCopied.newBuilder().setBytes(sent).setPending(copy.pending()).build();
        } finally {
            if (slowed != null) {
                slowed.end();
            }
        }
    }

    /**
     * Sends the state and waits until the other server has restored it, or gives it to a caller.
     * The session is at rest.
     *
     * @param calls the calls that wait for work, each as a frame
     * @throws StateException when that fails
     */
    void finish(SessionState state, List<byte[]> calls) throws InterruptedException {
        StateWay to = way();
        MemoryRounds copied = rounds;
        if (copied == null) {
            state.save(to);
        } else {
            to.beginState();
            copied.save(to, to::missed);
        }
        calls.forEach(to::call);
        to.finish();
    }

    /** Breaks off what is not complete, and ends the tracking of writes. Idempotent. */
    void close() {
        if (rounds != null) {
            rounds.close();
            rounds = null;
        }
        if (way != null) {
            way.close();
            way = null;
        }
    }

    private StateWay way() throws InterruptedException {
        StateWay present = way;
        if (present == null) {
            present = target.isEmpty() ? new StateGift(taker(), this::sent) : connected();
            way = present;
        }
        return present;
    }

    /** Waits for the caller that presents the token. */
    private GiveCall taker() throws InterruptedException {
        OfferedState offer = new OfferedState(token.toByteArray());
        moves.offer(offer);
        try {
            return offer.awaitTaker(moves.patience());
        } finally {
            moves.withdraw(offer);
        }
    }

    /** Connects; tries again while the other server does not know the token yet. */
    private StateOutlet connected() throws InterruptedException {
        ManagedChannel channel = channel();
        boolean open = false;
        long begun = moves.clock().getAsLong();
        long pause = FIRST_PAUSE_MILLIS;
        try {
            while (true) {
                StateOutlet opening = new StateOutlet(channel, target, this::sent);
                open = opening.open(token);
                if (open) {
                    return opening;
                }
                if (moves.clock().getAsLong() - begun >= moves.patience().toNanos()) {
                    throw new StateException(target + " does not await this state");
                }
                TimeUnit.MILLISECONDS.sleep(pause);
                pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
            }
        } finally {
            if (!open) {
                channel.shutdownNow();
            }
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
