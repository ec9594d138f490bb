package dev.hira.cli.client;

import com.typesafe.config.ConfigException;
import dev.hira.base.SocketFailures;
import dev.hira.link.grpc.stream.StatusMapping;
import dev.hira.pki.PkiException;
import io.grpc.Status;

/** The exit statuses of commands, which docs/cli.md lists. */
public enum ExitStatus {
    DONE(0, "The command did what was asked."),
    FAILED(
            1,
            "The command failed, the router refused it, or a check failed; the message says why."),
    USAGE(2, "The command line or a file is wrong, and nothing was done."),
    NO_ANSWER(
            3,
            "There is no answer: nothing listens at the address, or the time of --timeout is over."),
    UNKNOWN_NAME(4, "The router knows no VM, server, device, session or class of this name."),
    FORBIDDEN(5, "This operator may not do this."),
    DIFFERENT(6, "With --exit-code: the router's policy differs from the files.");

    private final int code;
    private final String meaning;

    ExitStatus(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    public int code() {
        return code;
    }

    /** Returns what the status tells a script, as a sentence. */
    public String meaning() {
        return meaning;
    }

    /** Returns the status with which a failure ends the command. */
    public static ExitStatus of(Throwable failure) {
        return switch (failure) {
            case UsageException _, ConfigException _ -> USAGE;
            case PkiException refused when refused.getCause() == null -> USAGE;
            default -> of(Status.fromThrowable(failure));
        };
    }

    private static ExitStatus of(Status status) {
        if (StatusMapping.refusal(status) != null
                || SocketFailures.isForbidden(status.getCause())) {
            return FORBIDDEN;
        }
        if (SocketFailures.otherProtocol(status.getDescription(), status.getCause()) != null) {
            return NO_ANSWER;
        }
        return switch (status.getCode()) {
            case UNAVAILABLE, DEADLINE_EXCEEDED -> NO_ANSWER;
            case NOT_FOUND -> UNKNOWN_NAME;
            case INVALID_ARGUMENT, UNIMPLEMENTED -> USAGE;
            case PERMISSION_DENIED, UNAUTHENTICATED -> FORBIDDEN;
            default -> FAILED;
        };
    }
}
