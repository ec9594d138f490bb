package dev.hira.server.move;

import dev.hira.server.call.FrameRunner;
import dev.hira.server.host.SessionState;
import dev.hira.server.move.MoveMeters.Way;
import dev.hira.wire.Frame;
import dev.hira.wire.v1.AwaitState;
import dev.hira.wire.v1.Placements;
import dev.hira.wire.v1.RepeatChoices;
import dev.hira.wire.v1.TakeState;
import java.util.ArrayList;
import java.util.List;

/**
 * The orders that let a session take over from one at another server: with its state, or from a
 * dead server without. Used with the session's turn, except {@link #take}.
 */
final class Takeover {
    private final MovingSession session;
    private final FrameRunner<?> runner;
    private final MoveSteps steps;

    /** The calls that waited at the old server. */
    private List<Frame> waited = List.of();

    /** The choices to repeat that have come so far. */
    private final List<byte[]> choices = new ArrayList<>(0);

    Takeover(MovingSession session, MoveSteps steps) {
        this.session = session;
        this.runner = session.runner();
        this.steps = steps;
    }

    /** Returns the calls that waited at the old server, once; the caller owns them. */
    List<Frame> takeWaited() {
        List<Frame> calls = waited;
        waited = List.of();
        return calls;
    }

    private void refuse(String problem) {
        session.tellMoved(Way.IN, problem, 0);
    }

    // --- with the state
    // -----------------------------------------------------------------------------------------------------

    /** Takes the choices that did not fit the request for the session. */
    void prepare(Placements order) {
        SessionState driver = session.state();
        String problem =
                driver == null || !session.open().getTakesOver() || runner.table().size() != 0
                        ? "the session cannot take over from another server now"
                        : session.attempt(
                                () -> driver.prepare(order.getPlacements().toByteArray()));
        if (!problem.isEmpty()) {
            refuse(problem);
        }
    }

    void awaitState(AwaitState order) {
        if (steps.isBusy()) {
            refuse(MoveSteps.BUSY);
        } else if (session.state() == null || !session.open().getTakesOver()) {
            refuse("the session was not opened to take over from another server");
        } else if (order.getToken().size() != AwaitedState.TOKEN_BYTES) {
            refuse(AwaitedState.wrongToken(order.getToken()));
        } else {
            byte[] token = order.getToken().toByteArray();
            AwaitedState coming = new AwaitedState(token, this, order.getAhead());
            if (!coming.isAhead()) {
                runner.rest().hold(true);
                runner.whenIdle(coming::replayed);
            }
            steps.announce(coming);
        }
    }

    void takeState(TakeState order) {
        AwaitedState coming = steps.awaited();
        if (coming == null || !coming.isAhead()) {
            refuse("no state was announced, or its way has broken");
            return;
        }
        runner.rest().hold(true);
        coming.placedAs(order.getPlacements().toByteArray());
        runner.whenIdle(coming::replayed);
    }

    /** Takes the announced state from a stream; false when the session has ended. Any thread. */
    boolean take(AwaitedState coming, StateInlet from) {
        SessionState driver = session.state();
        if (driver == null) {
            return false;
        }
        StateTake take = new StateTake(session.moves(), coming, from);
        return steps.begin(() -> {
            String problem = session.attempt(() -> take.run(driver));
            from.answer(MovingSession.moved(problem, take.bytes()));
            steps.end(() -> {
                waited = take.calls();
                runner.wantArena(waited);
                runner.rest().hold(!problem.isEmpty());
                runner.table().recreates(!problem.isEmpty());
                session.tellMoved(Way.IN, problem, take.bytes());
            });
        });
    }

    // --- without a state
    // -----------------------------------------------------------------------------------------------------

    void repeatChoices(RepeatChoices order) {
        SessionState driver = session.state();
        if (driver == null || !session.open().getRebuilds() || runner.table().size() != 0) {
            refuse("the session was not opened to take over from a dead server");
            return;
        }
        order.getChoicesList().forEach(each -> choices.add(each.toByteArray()));
        if (order.getLast()) {
            String problem = session.attempt(() -> driver.prepareObjects(choices));
            choices.clear();
            if (!problem.isEmpty()) {
                refuse(problem);
            }
        }
    }

    /** Ends the repetition of choices, now that the session is at rest. */
    void rebuilt() {
        SessionState driver = session.state();
        if (driver != null && session.open().getRebuilds() && !steps.isBusy()) {
            runner.table().recreates(false);
            driver.endRepetition();
        }
    }
}
