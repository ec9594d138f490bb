package dev.hira.sim.compiler;

import dev.hira.api.source.Build.Failed.Reason;
import java.io.Serial;

/** A build that cannot succeed; the message is its log. */
final class BuildFailedException extends Exception {
    @Serial private static final long serialVersionUID = 1;

    private final Reason reason;

    BuildFailedException(String message) {
        this(Reason.PROGRAM, message);
    }

    BuildFailedException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    BuildFailedException(String message, Throwable cause) {
        this(Reason.PROGRAM, message, cause);
    }

    BuildFailedException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    Reason reason() {
        return reason;
    }
}
