package dev.hira.server.move;

import com.google.protobuf.ByteString;
import dev.hira.api.StateException;
import dev.hira.server.call.SessionRest;
import dev.hira.server.host.SessionState;
import dev.hira.wire.v1.AtRest;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A session's coming to rest: waits, within a time limit, for everything that its calls caused. */
final class Rest {
    private final SessionRest session;
    private final LongSupplier clock;
    private final long begun;
    private final long limit;
    private final int mostPlacements;
    private final CountDownLatch idle = new CountDownLatch(1);
    private volatile byte[] placements = {};

    /**
     * Begins to come to rest.
     *
     * @param limit in nanoseconds, as an unsigned number
     * @param mostPlacements the most bytes of placements
     */
    Rest(SessionRest session, LongSupplier clock, long limit, int mostPlacements) {
        this.session = session;
        this.clock = clock;
        this.begun = clock.getAsLong();
        this.mostPlacements = mostPlacements;
        this.limit = limit < 0 ? Long.MAX_VALUE : limit;
    }

    /** Notes that no call is away any longer. */
    void idle() {
        idle.countDown();
    }

    /**
     * Waits for the rest.
     *
     * @throws StateException when the session cannot be moved, or the time limit has passed
     */
    void await(SessionState state) throws InterruptedException {
        boolean ended =
                idle.await(left(), TimeUnit.NANOSECONDS)
                        && state.quiesce(Duration.ofNanos(left()))
                        && session.awaitEnds(left());
        if (!ended) {
            throw new StateException(
                    "calls of the session or their work had not ended in the "
                            + TimeUnit.NANOSECONDS.toMillis(limit)
                            + " ms that were left");
        }
        placements = state.placements();
        requireRoom(placements, mostPlacements);
    }

    /**
     * Checks that placements fit a frame.
     *
     * @throws StateException when they do not
     */
    static void requireRoom(byte[] placements, int most) {
        if (placements.length > most) {
            throw new StateException(
                    "the placements of the session's objects take "
                            + placements.length
                            + " bytes where "
                            + most
                            + " fit a frame");
        }
    }

    /** The answer to ComeToRest after {@link #await}. Only with the turn. */
    AtRest answer() {
        AtRest.Builder answer = AtRest.newBuilder().setPlacements(ByteString.copyFrom(placements));
        session.addFailures(answer);
        return answer.build();
    }

    static AtRest problem(String why) {
        return AtRest.newBuilder().setProblem(why).build();
    }

    private long left() {
        return Math.max(0, limit - (clock.getAsLong() - begun));
    }
}
