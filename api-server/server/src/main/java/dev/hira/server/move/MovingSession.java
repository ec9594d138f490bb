package dev.hira.server.move;

import dev.hira.server.call.FrameRunner;
import dev.hira.server.host.SessionState;
import dev.hira.server.move.MoveMeters.Way;
import dev.hira.server.turn.SessionTurn;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.StateMoved;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of a session that its moves use.
 *
 * @param state null when the driver cannot move it
 * @param open the router's request for the session
 */
record MovingSession(
        StateMoves moves,
        FrameRunner<?> runner,
        SessionTurn<?> turn,
        @Nullable SessionState state,
        Open open) {
    private static final Logger LOG = LoggerFactory.getLogger(MoveOrders.class);

    /** Returns the reason why an attempt fails; empty when it succeeds. */
    String attempt(Problems.Attempt part) {
        return Problems.in(part, open.getSession());
    }

    void tell(Control.Builder message) {
        runner.tell(message.build());
    }

    /** Reports the end of a state's way, or the problem that ended it. With the turn. */
    void tellMoved(Way way, String problem, long bytes) {
        moves.meters().transferred(way, problem.isEmpty());
        tell(Control.newBuilder().setStateMoved(moved(problem, bytes)));
        LOG.atInfo()
                .addKeyValue("session", open.getSession())
                .addKeyValue("direction", way)
                .addKeyValue("bytes", bytes)
                .log(problem.isEmpty() ? "State moved" : "State not moved: {}", problem);
    }

    static StateMoved moved(String problem, long bytes) {
        return StateMoved.newBuilder().setProblem(problem).setBytes(bytes).build();
    }
}
