package dev.hira.sim.compiler.clang;

import dev.hira.api.source.Build.Failed.Reason;
import java.io.Serial;

/** A build that cannot succeed; the message is its log. */
public final class BuildFailedException extends Exception {
    @Serial private static final long serialVersionUID = 1;

    private final Reason reason;

    public BuildFailedException(String message) {
        this(Reason.PROGRAM, message);
    }

    public BuildFailedException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public BuildFailedException(String message, Throwable cause) {
        this(Reason.PROGRAM, message, cause);
    }

    public BuildFailedException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
