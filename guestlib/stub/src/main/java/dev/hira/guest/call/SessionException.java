package dev.hira.guest.call;

import dev.hira.wire.LinkStatus;

/**
 * Reports a session that could not be opened or is gone. Thrown by opening; later calls throw the
 * API's own exception with this as the cause.
 */
public final class SessionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient LinkStatus status;

    public SessionException(LinkStatus status, String message) {
        super(message);
        this.status = status;
    }

    /** Returns the cause, for programs. */
    public LinkStatus status() {
        return status;
    }

    /** Returns a sentence with the reason and, unless the reason has it, the remedy. */
    public static String explain(LinkStatus status) {
        String advice =
                switch (status.cause()) {
                    case NORMAL -> "open a new session to continue";
                    case UNAVAILABLE ->
                            "all its resources are released; open a new session when the router"
                                    + " answers again";
                    case UNAUTHENTICATED -> ""; // the message says which proof is wanted
                    case EXHAUSTED -> "use fewer resources, or ask the operator for a higher limit";
                    case PROTOCOL -> "check that guest and router are of the same release";
                    case REFUSED -> "ask the router's operator, or change the request";
                    case OVERLOADED -> "try again later";
                    case INTERNAL -> "this is a defect; please report it with the router's log";
                };
        return status.message() + " (" + status.cause() + (advice.isEmpty() ? ")" : "); " + advice);
    }
}
