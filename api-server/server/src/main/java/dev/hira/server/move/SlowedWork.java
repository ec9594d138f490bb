package dev.hira.server.move;

import dev.hira.api.StateException;
import dev.hira.server.host.SessionState;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** A time during which a session's work goes on for only a part of the time. */
final class SlowedWork {
    /** The most that an order may ask for. */
    static final int MOST = 1024;

    private final MoveStep step;

    private SlowedWork(SessionState state, int factor) {
        this.step =
                new MoveStep(() -> {
                    try {
                        state.slowDown(factor);
                    } catch (InterruptedException ends) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    /**
     * Begins to slow down the work of a session.
     *
     * @param threads may block
     */
    static SlowedWork begin(Executor threads, SessionState state, int factor) {
        SlowedWork slowed = new SlowedWork(state, factor);
        try {
            threads.execute(slowed.step);
        } catch (RejectedExecutionException shutDown) {
            throw new StateException("the server is shutting down");
        }
        return slowed;
    }

    /** Lets the work go on all the time again; returns when it does. */
    void end() {
        step.cancel();
        step.awaitEnd();
    }
}
