package dev.hira.server.move;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.protobuf.ByteString;
import dev.hira.server.call.FrameRunner;
import dev.hira.server.host.SessionState;
import dev.hira.server.move.MoveMeters.Way;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.ComeToRest;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.CopyRound;
import dev.hira.wire.v1.Placements;
import dev.hira.wire.v1.RoundCopied;
import dev.hira.wire.v1.SendState;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The orders that make a session leave this server: it comes to rest, and its state goes to another
 * server. Used with the session's turn, except {@link #close}.
 */
final class Departure {
    private final MovingSession session;
    private final FrameRunner<?> runner;
    private final MoveSteps steps;

    /** Whether the last ComeToRest ended well. */
    private boolean rested;

    /** The copy that is sent in rounds. */
    private volatile @Nullable StateSend ahead;

    /** The last step that sent a copy. */
    private @Nullable MoveStep sending;

    /** Ends the copy that was given up. */
    @GuardedBy("this")
    private @Nullable MoveStep ending;

    Departure(MovingSession session, MoveSteps steps) {
        this.session = session;
        this.runner = session.runner();
        this.steps = steps;
    }

    /** Whether the session came to rest and has not gone on since. */
    boolean isRested() {
        return rested;
    }

    /** Notes that the session's work goes on. */
    void goesOn() {
        rested = false;
    }

    // --- rest
    // -----------------------------------------------------------------------------------------------------

    void comeToRest(ComeToRest order) {
        SessionState driver = session.state();
        if (driver == null) {
            tell(Rest.problem("the driver of this server cannot move sessions"));
            return;
        }
        if (steps.isBusy()) {
            tell(Rest.problem(MoveSteps.BUSY));
            return;
        }
        rested = false;
        Rest rest = new Rest(runner, session.turn(), session.moves().clock(), order);
        if (order.getCallsGoOn()) {
            boolean functionsOnly = order.getFunctionsOnly();
            whileCallsGoOn(
                    driver,
                    () -> {
                        if (functionsOnly) {
                            rest.endFunctions(driver);
                        } else {
                            rest.settle(driver);
                        }
                    });
            return;
        }
        runner.rest().begin();
        runner.whenIdle(rest::idle);
        steps.begin(() -> {
            String problem = session.attempt(() -> rest.await(driver));
            steps.end(() -> rested(driver, rest, problem));
        });
    }

    /** Takes a step to the rest while calls go on. */
    private void whileCallsGoOn(SessionState driver, Problems.Attempt step) {
        steps.begin(() -> {
            String problem = session.attempt(step);
            steps.end(() -> {
                if (problem.isEmpty()) {
                    session.tell(Control.newBuilder().setAtRest(AtRest.getDefaultInstance()));
                } else {
                    driver.goOn();
                    tell(Rest.problem(problem));
                }
            });
        });
    }

    /** Answers ComeToRest. */
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
            session.tell(Control.newBuilder().setAtRest(rest.answer()));
        }
    }

    private void tell(AtRest problem) {
        session.moves().meters().unrested();
        session.tell(Control.newBuilder().setAtRest(problem));
    }

    // --- the state
    // -----------------------------------------------------------------------------------------------------

    void tellPlacements() {
        SessionState driver = session.state();
        Placements.Builder answer = Placements.newBuilder();
        String problem = "the driver of this server cannot move sessions";
        if (driver != null) {
            problem =
                    session.attempt(() -> {
                        byte[] placements = driver.placements();
                        Rest.requireRoom(placements, runner.limits().frameBytes() / 2);
                        answer.setPlacements(ByteString.copyFrom(placements));
                    });
        }
        session.tell(Control.newBuilder().setPlacements(answer.setProblem(problem)));
    }

    void copyRound(CopyRound order) {
        SessionState driver = session.state();
        if (steps.isBusy()) {
            tell(RoundCopied.newBuilder().setProblem(MoveSteps.BUSY));
        } else if (driver == null) {
            tell(RoundCopied.newBuilder().setProblem("the session cannot be moved"));
        } else if (order.getToken().size() != AwaitedState.TOKEN_BYTES) {
            tell(RoundCopied.newBuilder().setProblem(AwaitedState.wrongToken(order.getToken())));
        } else if (Integer.compareUnsigned(order.getSlowdown(), SlowedWork.MOST) > 0) {
            tell(
                    RoundCopied.newBuilder()
                            .setProblem(
                                    "a slowdown of "
                                            + Integer.toUnsignedString(order.getSlowdown())
                                            + " was asked; allowed is at most "
                                            + SlowedWork.MOST));
        } else {
            StateSend send = send(order.getTarget(), order.getToken());
            ahead = send;
            RoundCopied.Builder answer = RoundCopied.newBuilder();
            MoveStep former = ending();
            int slowdown = order.getSlowdown();
            steps.begin(() -> {
                awaitEnd(former);
                String problem =
                        session.attempt(() -> answer.mergeFrom(send.round(driver, slowdown)));
                steps.end(() -> tell(answer.setProblem(problem)));
            });
            sending = steps.present();
        }
    }

    private void tell(RoundCopied.Builder answer) {
        session.tell(Control.newBuilder().setRoundCopied(answer));
    }

    void sendState(SendState order) {
        SessionState driver = session.state();
        if (steps.isBusy()) {
            tellMoved(MoveSteps.BUSY, 0);
        } else if (driver == null || !rested || !runner.rest().isQuiet()) {
            tellMoved("the session is not at rest", 0);
        } else if (order.getToken().size() != AwaitedState.TOKEN_BYTES) {
            tellMoved(AwaitedState.wrongToken(order.getToken()), 0);
        } else {
            runner.rest().hold(true);
            StateSend send = send(order.getTarget(), order.getToken());
            List<byte[]> calls = runner.awayCalls();
            ahead = send;
            MoveStep former = ending();
            steps.begin(() -> {
                awaitEnd(former);
                String problem = session.attempt(() -> send.finish(driver, calls));
                steps.end(() -> {
                    runner.rest().hold(false);
                    tellMoved(problem, send.bytes());
                    endCopy(); // after the answer, because commands wait for it
                });
            });
            sending = steps.present();
        }
    }

    private void tellMoved(String problem, long bytes) {
        session.tellMoved(Way.OUT, problem, bytes);
    }

    /** Returns the copy for a receiver: the one under way, or a new one. */
    private StateSend send(String target, ByteString token) {
        StateSend copy = ahead;
        if (copy != null && copy.isFor(token)) {
            return copy;
        }
        endCopy();
        return new StateSend(session.moves(), target, token);
    }

    // --- its end
    // -----------------------------------------------------------------------------------------------------

    /**
     * Gives up the copy that is sent in rounds; breaks off the step that sends it, and no other.
     */
    void endCopy() {
        StateSend given = ahead;
        ahead = null;
        if (given == null) {
            return;
        }
        MoveStep present = steps.present();
        MoveStep sender = present == sending ? present : null;
        MoveStep task =
                new MoveStep(() -> {
                    awaitEnd(sender);
                    given.close();
                });
        synchronized (this) {
            ending = task;
        }
        if (sender != null) {
            sender.cancel();
        }
        try {
            session.moves().threads().execute(task);
        } catch (RejectedExecutionException shutDown) {
            task.run();
        }
    }

    /**
     * Returns what ends the copy that was given up last; null: none was. A step waits for what it
     * finds when it is ordered: an end that comes later waits for the step.
     */
    private synchronized @Nullable MoveStep ending() {
        return ending;
    }

    private static void awaitEnd(@Nullable MoveStep step) {
        if (step != null) {
            step.awaitEnd();
        }
    }

    /** Ends all copies, now that no step begins any longer. Without the turn. */
    void close() {
        awaitEnd(ending());
        StateSend copy = ahead;
        if (copy != null) {
            copy.close();
        }
    }
}
