package dev.hira.server.move;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.server.turn.SessionTurn;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** The steps of one session's moves that may wait, of which it has at most one at a time. */
final class MoveSteps {
    /** Text of the problem with an order that arrives during another one. */
    static final String BUSY = "another step of the session's move is under way";

    private final StateMoves moves;
    private final SessionTurn<?> turn;
    private final Runnable afterEach;

    @GuardedBy("this")
    private @Nullable MoveStep step;

    @GuardedBy("this")
    private @Nullable AwaitedState awaited;

    @GuardedBy("this")
    private boolean closed;

    /**
     * @param afterEach runs with the turn after the last task of each step
     */
    MoveSteps(StateMoves moves, SessionTurn<?> turn, Runnable afterEach) {
        this.moves = moves;
        this.turn = turn;
        this.afterEach = afterEach;
    }

    /** Whether a step is under way, or a state is awaited. */
    synchronized boolean isBusy() {
        return step != null || awaited != null;
    }

    /** Returns the step under way; null: none. */
    synchronized @Nullable MoveStep present() {
        return step;
    }

    /** Begins a step; false when the session or the server is ending. */
    boolean begin(Runnable work) {
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
    void end(Runnable task) {
        turn.run(() -> {
            synchronized (this) {
                step = null;
                awaited = null;
            }
            task.run();
            afterEach.run();
        });
    }

    /** Announces a state, whose arrival is a step. */
    synchronized void announce(AwaitedState coming) {
        if (!closed) {
            awaited = coming;
            moves.announce(coming);
        }
    }

    /** Returns the announced state; null: none. */
    synchronized @Nullable AwaitedState awaited() {
        return awaited;
    }

    /** Lets no step begin, ends the present one and waits for its end. Without the turn. */
    void close() {
        MoveStep current;
        synchronized (this) {
            closed = true;
            current = step;
            if (awaited != null) {
                moves.forget(awaited);
            }
        }
        if (current != null) {
            current.cancel();
            current.awaitEnd();
        }
    }
}
