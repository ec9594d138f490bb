package dev.hira.server.move;

import com.google.protobuf.ByteString;
import dev.hira.api.StateException;
import dev.hira.server.host.SessionState;
import dev.hira.wire.v1.SendState;
import dev.hira.wire.v1.StateMoved;
import io.grpc.ManagedChannel;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Sends a session's state to another server, or gives it to a caller. */
final class StateSend {
    private static final long FIRST_PAUSE_MILLIS = 5;
    private static final long LONGEST_PAUSE_MILLIS = 200;

    private final StateMoves moves;
    private final SendState order;
    private final List<byte[]> calls;
    private long bytes;

    /**
     * Creates the sender of a state.
     *
     * @param calls the calls that wait for work, each as a frame
     */
    StateSend(StateMoves moves, SendState order, List<byte[]> calls) {
        this.moves = moves;
        this.order = order;
        this.calls = calls;
    }

    /** The bytes of device memory that were sent. */
    long bytes() {
        return bytes;
    }

    /**
     * Sends the state and waits until the other server has restored it, or gives it to a caller.
     *
     * @throws StateException when that fails
     */
    void run(SessionState state) throws InterruptedException {
        if (order.getTarget().isEmpty()) {
            give(state);
        } else {
            send(state);
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
        OfferedState offer = new OfferedState(order.getToken().toByteArray());
        moves.offer(offer);
        try {
            return offer.awaitTaker(moves.patience());
        } finally {
            moves.withdraw(offer);
        }
    }

    private void send(SessionState state) throws InterruptedException {
        ManagedChannel channel = channel();
        try {
            StateOutlet outlet = open(channel);
            state.save(outlet);
            calls.forEach(outlet::call);
            StateMoved answer = outlet.finish();
            if (!answer.getProblem().isEmpty()) {
                throw new StateException(answer.getProblem());
            }
        } finally {
            channel.shutdownNow();
        }
    }

    private ManagedChannel channel() {
        try {
            return moves.channel(URI.create(order.getTarget()));
        } catch (IllegalArgumentException e) {
            throw new StateException(
                    order.getTarget() + " is not the address of a server: " + e.getMessage());
        }
    }

    /** Connects; tries again while the other server does not know the token yet. */
    private StateOutlet open(ManagedChannel channel) throws InterruptedException {
        ByteString token = order.getToken();
        long begun = moves.clock().getAsLong();
        long pause = FIRST_PAUSE_MILLIS;
        while (true) {
            StateOutlet outlet = new StateOutlet(channel, order.getTarget(), this::sent);
            if (outlet.open(token)) {
                return outlet;
            }
            if (moves.clock().getAsLong() - begun >= moves.patience().toNanos()) {
                throw new StateException(order.getTarget() + " does not await this state");
            }
            TimeUnit.MILLISECONDS.sleep(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        }
    }

    private void sent(long size) {
        bytes += size;
        moves.meters().memory(MoveMeters.Way.OUT, size);
    }
}
