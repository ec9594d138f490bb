package dev.hira.server.move;

import dev.hira.server.call.FrameRunner;
import dev.hira.server.host.SessionState;
import dev.hira.server.turn.SessionTurn;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the router's orders to move one session, and answers each.
 *
 * <ul>
 *   <li>TellPlacements: at once, while the session works.
 *   <li>CopyRound: sends memory while the session works. SendState with the same token sends the
 *       rest; EndCopy gives up what was sent.
 *   <li>ComeToRest while calls go on: work stands still, and calls add to it, until ComeToRest or
 *       GoOn.
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
public final class MoveOrders {
    private final MovingSession session;
    private final MoveSteps steps;
    private final Departure departure;
    private final Takeover takeover;

    /** Whether the work goes on after the present step. Used with the turn. */
    private boolean goesOn;

    /**
     * Creates the moves of a session.
     *
     * @param state null when the driver cannot move it
     * @param open the router's request for the session
     */
    public MoveOrders(
            StateMoves moves,
            FrameRunner<?> runner,
            SessionTurn<?> turn,
            @Nullable SessionState state,
            Open open) {
        this.session = new MovingSession(moves, runner, turn, state, open);
        this.steps = new MoveSteps(moves, turn, this::afterStep);
        this.departure = new Departure(session, steps);
        this.takeover = new Takeover(session, steps);
    }

    /** Carries out an order. Only with the turn. */
    public void order(Control order) {
        switch (order.getBodyCase()) {
            case COME_TO_REST -> departure.comeToRest(order.getComeToRest());
            case TELL_PLACEMENTS -> departure.tellPlacements();
            case COPY_ROUND -> departure.copyRound(order.getCopyRound());
            case END_COPY -> departure.endCopy();
            case SEND_STATE -> departure.sendState(order.getSendState());
            case PLACEMENTS -> takeover.prepare(order.getPlacements());
            case AWAIT_STATE -> takeover.awaitState(order.getAwaitState());
            case TAKE_STATE -> takeover.takeState(order.getTakeState());
            case REPEAT_CHOICES -> takeover.repeatChoices(order.getRepeatChoices());
            case REBUILT -> rebuilt();
            case GO_ON -> goOn();
            default -> {}
        }
    }

    private void rebuilt() {
        if (departure.isRested()) {
            takeover.rebuilt();
        }
    }

    /** Lets the work go on here, when no step uses it any longer. */
    private void goOn() {
        goesOn = steps.isBusy();
        SessionState driver = session.state();
        if (goesOn || driver == null) {
            return;
        }
        departure.goesOn();
        session.runner().goesOn();
        driver.goOn();
        session.runner().makeAgain(takeover.takeWaited());
    }

    private void afterStep() {
        if (goesOn) {
            goOn();
        }
    }

    /**
     * Ends all steps and waits for their end: from then on nothing uses the driver's state. Any
     * thread that may block, without the turn.
     */
    public void close() {
        steps.close();
        departure.close();
    }
}
