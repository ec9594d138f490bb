package dev.hira.server.move;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.protobuf.ByteString;
import dev.hira.server.call.FrameRunner;
import dev.hira.server.host.SessionState;
import dev.hira.server.move.MoveMeters.Way;
import dev.hira.server.turn.SessionTurn;
import dev.hira.wire.Frame;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.AwaitState;
import dev.hira.wire.v1.ComeToRest;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.CopyRound;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Placements;
import dev.hira.wire.v1.RepeatChoices;
import dev.hira.wire.v1.RoundCopied;
import dev.hira.wire.v1.SendState;
import dev.hira.wire.v1.StateMoved;
import dev.hira.wire.v1.TakeState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out the router's orders to move one session, and answers each.
 *
 * <ul>
 *   <li>TellPlacements: at once, while the session works.
 *   <li>CopyRound: sends memory while the session works. SendState with the same token sends the
 *       rest; EndCopy gives up what was sent.
 *   <li>ComeToRest: the session goes on meanwhile. A command that arrives before AtRest makes the
 *       answer a problem; a command after it ends the rest.
 *   <li>SendState, only at rest: records that arrive wait until the answer, whatever it is; then
 *       the session goes on. After a problem it is still at rest.
 *   <li>AwaitState, only in a session that takes over: records that arrive wait until the state is
 *       restored. After a problem they wait for ever, because calls would see half of the state;
 *       the router closes such a session. If rounds of memory come ahead, records wait from
 *       TakeState on.
 *   <li>GoOn, at the old server after a move that failed, or at the new one after a move: work that
 *       stands still goes on here, and calls that wait for it.
 *   <li>RepeatChoices and Rebuilt, only in a session that takes over from a dead server: the
 *       choices precede all calls; at rest after them, the session goes on without a state. Only a
 *       failure is answered, with StateMoved.
 * </ul>
 *
 * <p>An order that arrives during another one is answered with a problem.
 */
public final class SessionMove {
    private static final Logger LOG = LoggerFactory.getLogger(SessionMove.class);
    private static final String BUSY = "another step of the session's move is under way";

    private final StateMoves moves;
    private final FrameRunner<?> runner;
    private final SessionTurn<?> turn;
    private final @Nullable SessionState state;
    private final Open open;

    /** Whether the last ComeToRest ended well. Used with the turn. */
    private boolean rested;

    /** The copy that is sent in rounds. Used with the turn, and by {@link #close}. */
    private volatile @Nullable StateSend ahead;

    /** Ends the copy that was given up. */
    @GuardedBy("this")
    private @Nullable MoveStep ending;

    /** Whether the work goes on after the present step. Used with the turn. */
    private boolean goesOn;

    /** The calls that waited at the old server. Used with the turn. */
    private List<Frame> waited = List.of();

    /** The choices to repeat that have come so far. Used with the turn. */
    private final List<byte[]> choices = new ArrayList<>(0);

    @GuardedBy("this")
    private @Nullable MoveStep step;

    @GuardedBy("this")
    private @Nullable AwaitedState awaited;

    @GuardedBy("this")
    private boolean closed;

    /**
     * Creates the moves of a session.
     *
     * @param state null when the driver cannot move it
     * @param open the router's request for the session
     */
    public SessionMove(
            StateMoves moves,
            FrameRunner<?> runner,
            SessionTurn<?> turn,
            @Nullable SessionState state,
            Open open) {
        this.moves = moves;
        this.runner = runner;
        this.turn = turn;
        this.state = state;
        this.open = open;
    }

    /** Carries out an order. Only with the turn. */
    public void order(Control order) {
        switch (order.getBodyCase()) {
            case COME_TO_REST -> comeToRest(order.getComeToRest());
            case AWAIT_STATE -> awaitState(order.getAwaitState());
            case SEND_STATE -> sendState(order.getSendState());
            case TELL_PLACEMENTS -> tellPlacements();
            case PLACEMENTS -> prepare(order.getPlacements());
            case COPY_ROUND -> copyRound(order.getCopyRound());
            case END_COPY -> endCopy();
            case TAKE_STATE -> takeState(order.getTakeState());
            case GO_ON -> goOn();
            case REPEAT_CHOICES -> repeatChoices(order.getRepeatChoices());
            case REBUILT -> rebuilt();
            default -> {}
        }
    }

    /**
     * Ends all steps and waits for their end: from then on nothing uses the driver's state. Any
     * thread that may block, without the turn.
     */
    public void close() {
        MoveStep current;
        MoveStep former;
        synchronized (this) {
            closed = true;
            current = step;
            former = ending;
            if (awaited != null) {
                moves.forget(awaited);
            }
        }
        if (current != null) {
            current.cancel();
            current.awaitEnd();
        }
        if (former != null) {
            former.awaitEnd();
        }
        StateSend copy = ahead;
        if (copy != null) {
            copy.close();
        }
    }

    // --- rest
    // -----------------------------------------------------------------------------------------------------

    private void comeToRest(ComeToRest order) {
        SessionState driver = state;
        if (driver == null) {
            tell(Rest.problem("the driver of this server cannot move sessions"));
            return;
        }
        if (isBusy()) {
            tell(Rest.problem(BUSY));
            return;
        }
        rested = false;
        Rest rest = new Rest(runner, turn, moves.clock(), order);
        runner.rest().begin();
        runner.whenIdle(rest::idle);
        begin(() -> {
            String problem = attempt(() -> rest.await(driver));
            end(() -> rested(driver, rest, problem));
        });
    }

    /** Answers ComeToRest. With the turn. */
    private void rested(SessionState driver, Rest rest, String problem) {
        if (!problem.isEmpty()) {
            driver.goOn();
            tell(Rest.problem(problem));
        } else if (!runner.rest().isQuiet()) {
            driver.goOn();
            tell(Rest.problem("a call arrived before the session was at rest"));
        } else {
            rested = true;
            runner.rest().beforeCommand(driver::goOn);
            runner.tell(Control.newBuilder().setAtRest(rest.answer()).build());
        }
    }

    private void tell(AtRest problem) {
        moves.meters().unrested();
        runner.tell(Control.newBuilder().setAtRest(problem).build());
    }

    // --- the old server
    // -----------------------------------------------------------------------------------------------------

    private void tellPlacements() {
        SessionState driver = state;
        Placements.Builder answer = Placements.newBuilder();
        String problem = "the driver of this server cannot move sessions";
        if (driver != null) {
            problem =
                    attempt(() -> {
                        byte[] placements = driver.placements();
                        Rest.requireRoom(placements, mostPlacements());
                        answer.setPlacements(ByteString.copyFrom(placements));
                    });
        }
        runner.tell(Control.newBuilder().setPlacements(answer.setProblem(problem)).build());
    }

    private int mostPlacements() {
        return runner.limits().frameBytes() / 2;
    }

    private void copyRound(CopyRound order) {
        SessionState driver = state;
        if (isBusy()) {
            tell(RoundCopied.newBuilder().setProblem(BUSY));
        } else if (driver == null) {
            tell(RoundCopied.newBuilder().setProblem("the session cannot be moved"));
        } else if (order.getToken().size() != AwaitedState.TOKEN_BYTES) {
            tell(RoundCopied.newBuilder().setProblem(wrongToken(order.getToken().size())));
        } else {
            StateSend send = send(order.getTarget(), order.getToken());
            ahead = send;
            RoundCopied.Builder answer = RoundCopied.newBuilder();
            begin(() -> {
                awaitFormer();
                String problem = attempt(() -> answer.mergeFrom(send.round(driver)));
                end(() -> tell(answer.setProblem(problem)));
            });
        }
    }

    private void tell(RoundCopied.Builder answer) {
        runner.tell(Control.newBuilder().setRoundCopied(answer).build());
    }

    /** Returns the copy for a receiver: the one under way, or a new one. */
    private StateSend send(String target, ByteString token) {
        StateSend copy = ahead;
        if (copy != null && copy.isFor(token)) {
            return copy;
        }
        endCopy();
        return new StateSend(moves, target, token);
    }

    private void sendState(SendState order) {
        SessionState driver = state;
        if (isBusy()) {
            tell(Way.OUT, BUSY, 0);
        } else if (driver == null || !rested || !runner.rest().isQuiet()) {
            tell(Way.OUT, "the session is not at rest", 0);
        } else if (order.getToken().size() != AwaitedState.TOKEN_BYTES) {
            tell(Way.OUT, wrongToken(order.getToken().size()), 0);
        } else {
            runner.rest().hold(true);
            StateSend send = send(order.getTarget(), order.getToken());
            List<byte[]> calls = runner.awayCalls();
            ahead = send;
            begin(() -> {
                awaitFormer();
                String problem = attempt(() -> send.finish(driver, calls));
                end(() -> {
                    runner.rest().hold(false);
                    tell(Way.OUT, problem, send.bytes());
                    endCopy(); // after the answer, because commands wait for it
                });
            });
        }
    }

    /** Gives up the copy that is sent in rounds. With the turn. */
    private void endCopy() {
        StateSend given = ahead;
        ahead = null;
        if (given == null) {
            return;
        }
        MoveStep present;
        MoveStep task;
        synchronized (this) {
            present = step;
            MoveStep using = present;
            task =
                    new MoveStep(() -> {
                        if (using != null) {
                            using.awaitEnd();
                        }
                        given.close();
                    });
            ending = task;
        }
        if (present != null) {
            present.cancel();
        }
        try {
            moves.threads().execute(task);
        } catch (RejectedExecutionException shutDown) {
            task.run();
        }
    }

    /** Waits until a copy that was given up has ended. On the thread of a step. */
    private void awaitFormer() {
        MoveStep former;
        synchronized (this) {
            former = ending;
        }
        if (former != null) {
            former.awaitEnd();
        }
    }

    // --- the new server
    // -----------------------------------------------------------------------------------------------------

    /** Takes the choices that did not fit the request for the session. */
    private void prepare(Placements order) {
        SessionState driver = state;
        String problem =
                driver == null || !open.getTakesOver() || runner.table().size() != 0
                        ? "the session cannot take over from another server now"
                        : attempt(() -> driver.prepare(order.getPlacements().toByteArray()));
        if (!problem.isEmpty()) {
            tell(Way.IN, problem, 0);
        }
    }

    private void takeState(TakeState order) {
        AwaitedState coming;
        synchronized (this) {
            coming = awaited;
        }
        if (coming == null || !coming.isAhead()) {
            tell(Way.IN, "no state was announced, or its way has broken", 0);
            return;
        }
        runner.rest().hold(true);
        coming.placedAs(order.getPlacements().toByteArray());
        runner.whenIdle(coming::replayed);
    }

    private void awaitState(AwaitState order) {
        byte[] token = order.getToken().toByteArray();
        if (isBusy()) {
            tell(Way.IN, BUSY, 0);
        } else if (state == null || !open.getTakesOver()) {
            tell(Way.IN, "the session was not opened to take over from another server", 0);
        } else if (token.length != AwaitedState.TOKEN_BYTES) {
            tell(Way.IN, wrongToken(token.length), 0);
        } else {
            AwaitedState coming = new AwaitedState(token, this, order.getAhead());
            if (!coming.isAhead()) {
                runner.rest().hold(true);
                runner.whenIdle(coming::replayed);
            }
            announce(coming);
        }
    }

    private void repeatChoices(RepeatChoices order) {
        SessionState driver = state;
        if (driver == null || !open.getRebuilds() || runner.table().size() != 0) {
            tell(Way.IN, "the session was not opened to take over from a dead server", 0);
            return;
        }
        order.getChoicesList().forEach(each -> choices.add(each.toByteArray()));
        if (order.getLast()) {
            String problem = attempt(() -> driver.prepareObjects(choices));
            choices.clear();
            if (!problem.isEmpty()) {
                tell(Way.IN, problem, 0);
            }
        }
    }

    /** Ends the repetition of choices in a session that takes over without a state. */
    private void rebuilt() {
        SessionState driver = state;
        if (driver != null && rested && open.getRebuilds() && !isBusy()) {
            driver.endRepetition();
        }
    }

    private synchronized void announce(AwaitedState coming) {
        if (!closed) {
            awaited = coming;
            moves.announce(coming);
        }
    }

    /** Takes the announced state from a stream; false when the session has ended. Any thread. */
    boolean take(AwaitedState coming, StateInlet from) {
        SessionState driver = state;
        if (driver == null) {
            return false;
        }
        StateTake take = new StateTake(moves, coming, from);
        return begin(() -> {
            String problem = attempt(() -> take.run(driver));
            from.answer(moved(problem, take.bytes()));
            end(() -> {
                waited = take.calls();
                runner.rest().hold(!problem.isEmpty());
                tell(Way.IN, problem, take.bytes());
            });
        });
    }

    // --- both servers
    // -----------------------------------------------------------------------------------------------------

    /** Lets the work go on here, when no step uses it any longer. With the turn. */
    private void goOn() {
        goesOn = isBusy();
        SessionState driver = state;
        if (goesOn || driver == null) {
            return;
        }
        rested = false;
        driver.goOn();
        List<Frame> calls = waited;
        waited = List.of();
        runner.makeAgain(calls);
    }

    // --- steps
    // -----------------------------------------------------------------------------------------------------

    private synchronized boolean isBusy() {
        return step != null || awaited != null;
    }

    /** Begins a step; false when the session or the server is ending. */
    private boolean begin(Runnable work) {
        MoveStep fresh = new MoveStep(work);
        synchronized (this) {
            if (closed) {
                return false;
            }
            step = fresh;
        }
        try {
            moves.threads().execute(fresh);
            return true;
        } catch (RejectedExecutionException shutDown) {
            synchronized (this) {
                step = null;
            }
            return false;
        }
    }

    /** Ends the present step and runs its last task with the turn. */
    private void end(Runnable task) {
        turn.run(() -> {
            synchronized (this) {
                step = null;
                awaited = null;
            }
            task.run();
            if (goesOn) {
                goOn();
            }
        });
    }

    private void tell(Way way, String problem, long bytes) {
        moves.meters().transferred(way, problem.isEmpty());
        LOG.atInfo()
                .addKeyValue("session", open.getSession())
                .addKeyValue("direction", way)
                .addKeyValue("bytes", bytes)
                .log(problem.isEmpty() ? "State moved" : "State not moved: {}", problem);
        runner.tell(Control.newBuilder().setStateMoved(moved(problem, bytes)).build());
    }

    private static String wrongToken(int bytes) {
        return "a token has " + AwaitedState.TOKEN_BYTES + " bytes, not " + bytes;
    }

    private static StateMoved moved(String problem, long bytes) {
        return StateMoved.newBuilder().setProblem(problem).setBytes(bytes).build();
    }

    private String attempt(Problems.Attempt part) {
        return Problems.in(part, open.getSession());
    }
}
