package dev.hira.server.move;

import com.google.protobuf.ByteString;
import dev.hira.api.StateException;
import dev.hira.server.call.FrameRunner;
import dev.hira.server.call.SessionRest;
import dev.hira.server.host.SessionState;
import dev.hira.server.turn.SessionTurn;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.ComeToRest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/** A session's coming to rest: waits, within a time limit, for everything that its calls caused. */
final class Rest {
    private static final long LOOK_NANOS = 100_000;

    /**
     * Times to wait before the first and between later checks whether the session waits in vain.
     */
    private static final long FIRST_WAIT_NANOS = 20_000_000;

    private static final long MOST_WAIT_NANOS = 1_000_000_000;

    private final FrameRunner<?> runner;
    private final SessionTurn<?> turn;
    private final SessionRest session;
    private final LongSupplier clock;
    private final long begun;
    private final long limit;
    private final int mostPlacements;
    private final boolean stops;
    private final CountDownLatch idle = new CountDownLatch(1);
    private volatile byte[] placements = {};

    /**
     * Begins to come to rest.
     *
     * @param order its limit is in nanoseconds, as an unsigned number
     */
    Rest(FrameRunner<?> runner, SessionTurn<?> turn, LongSupplier clock, ComeToRest order) {
        this.runner = runner;
        this.turn = turn;
        this.session = runner.rest();
        this.clock = clock;
        this.begun = clock.getAsLong();
        this.mostPlacements = runner.limits().frameBytes() / 2;
        this.limit = order.getLimitNanos() < 0 ? Long.MAX_VALUE : order.getLimitNanos();
        this.stops = order.getStopsWork();
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
        boolean rested = stops ? stop(state) : awaitEnd(state);
        if (!rested) {
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

    /**
     * Lets no further function of the program begin, and waits until it has returned from all.
     * Calls and work go on: functions of the guest library make calls.
     *
     * @throws StateException when the time limit has passed
     */
    void endFunctions(SessionState state) throws InterruptedException {
        if (!state.endFunctions(Duration.ofNanos(left())) || !session.awaitCallbacks(left())) {
            throw new StateException("a function of the program had not returned" + afterLimit());
        }
    }

    /**
     * Makes work stand still while calls go on, and waits until nothing else than a hold of the
     * calls is missing for the rest.
     *
     * @throws StateException saying what kept it, when the time limit has passed
     */
    void settle(SessionState state) throws InterruptedException {
        String kept = state.settle(Duration.ofNanos(left()));
        if (kept.isEmpty() && !session.awaitCallbacks(left())) {
            kept = "a function of the program had not returned";
        }
        if (kept.isEmpty() && awaitOnlyWaiting() < 0) {
            kept = away();
        }
        if (!kept.isEmpty()) {
            throw new StateException(kept + afterLimit());
        }
    }

    private String afterLimit() {
        return " after " + TimeUnit.NANOSECONDS.toMillis(limit) + " ms";
    }

    /** Says which calls are under way that do not wait for work. */
    private String away() throws InterruptedException {
        CompletableFuture<List<String>> names = new CompletableFuture<>();
        turn.run(() -> names.complete(runner.busyCalls()));
        try {
            List<String> busy = names.get(LOOK_NANOS * 1000, TimeUnit.NANOSECONDS);
            return busy.isEmpty()
                    ? "answers of calls had not been read"
                    : "the call " + busy.getFirst() + " had not returned";
        } catch (TimeoutException | ExecutionException late) {
            return "calls had not returned";
        }
    }

    /**
     * Waits until all calls have returned and their work has ended.
     *
     * @throws StateException at the next check, when they wait for something that only another call
     *     can do
     */
    private boolean awaitEnd(SessionState state) throws InterruptedException {
        long wait = FIRST_WAIT_NANOS;
        long waited = 0; // which may be virtual time
        while (!idle.await(Math.min(wait, left()), TimeUnit.NANOSECONDS)
                || !state.quiesce(Duration.ofNanos(Math.min(wait, left())))) {
            String vain = state.waitsInVain();
            if (!vain.isEmpty()) {
                throw new StateException(vain);
            }
            waited += wait;
            if (left() == 0 || waited >= limit) {
                return false;
            }
            wait = Math.min(2 * wait, MOST_WAIT_NANOS);
        }
        return session.awaitEnds(left());
    }

    /** Makes work stand still; calls that wait for it remain under way. */
    private boolean stop(SessionState state) throws InterruptedException {
        do {
            long returned = awaitOnlyWaiting();
            SessionState.Stop outcome = state.stop(Duration.ofNanos(left()));
            if (returned < 0 || outcome == SessionState.Stop.TOO_LATE) {
                return false;
            }
            if (awaitOnlyWaiting() == returned) {
                return outcome == SessionState.Stop.ENDED
                        ? session.awaitEnds(left())
                        : session.awaitCallbacks(left());
            }
            state.workGoesOn(); // a call has returned, and its lane may have made others
        } while (left() > 0);
        return false;
    }

    /**
     * Waits until all calls that are away wait for work. Returns the number of calls that have come
     * back until then; negative when the time limit has passed.
     */
    private long awaitOnlyWaiting() throws InterruptedException {
        long returned = returnedIfOnlyWaiting();
        while (returned < 0 && left() > 0) {
            TimeUnit.NANOSECONDS.sleep(LOOK_NANOS);
            returned = returnedIfOnlyWaiting();
        }
        return returned;
    }

    private long returnedIfOnlyWaiting() throws InterruptedException {
        CompletableFuture<Long> answer = new CompletableFuture<>();
        turn.run(() -> answer.complete(session.onlyWaits() ? runner.returnedCalls() : -1));
        try {
            return answer.get(left(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException late) {
            return -1;
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
