package dev.hira.server.move;

import dev.hira.api.StateException;
import dev.hira.wire.CloseRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The reasons for which steps of moves fail, as clauses for the other side. */
final class Problems {
    private static final Logger LOG = LoggerFactory.getLogger(MoveOrders.class);

    private Problems() {}

    /** A part of a step, which may fail. */
    interface Attempt {
        void run() throws InterruptedException;
    }

    /** Returns the reason why an attempt fails; empty when it succeeds. Logs a defect. */
    static String in(Attempt attempt, String session) {
        try {
            attempt.run();
            return "";
        } catch (InterruptedException
                | RuntimeException
                | LinkageError
                | AssertionError
                | StackOverflowError e) {
            return of(e, session);
        }
    }

    private static String of(Throwable cause, String session) {
        return switch (cause) {
            case InterruptedException _ -> "the step was broken off";
            case StateException e -> CloseRecord.brief(String.valueOf(e.getMessage()));
            default -> {
                LOG.atError()
                        .addKeyValue("session", session)
                        .setCause(cause)
                        .log(
                                "A defect of the server or its driver made the move of a session fail");
                yield CloseRecord.brief("the server failed: " + cause);
            }
        };
    }
}
