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

/** Sends a session's state to another server. */
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
     * Sends the state and waits until the other server has restored it.
     *
     * @throws StateException when that fails
     */
    void run(SessionState state) throws InterruptedException {
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
