package dev.hira.guest.call;

import dev.hira.wire.LinkStatus;

/**
 * A session that could not be opened or is gone. Thrown when opening; the cause of the API's own
 * exception in calls of a session that is gone.
 */
public final class SessionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient LinkStatus status;

    public SessionException(LinkStatus status, String message) {
        super(message);
        this.status = status;
    }

    /** Why, in a form that software can decide by. */
    public LinkStatus status() {
        return status;
    }

    /** A sentence on what happened and what to do. */
    public static String explain(LinkStatus status) {
        String advice =
                switch (status.cause()) {
                    case NORMAL -> "open a new session to go on";
                    case UNAVAILABLE ->
                            "everything it held is released; open a new session when the router"
                                    + " answers again";
                    case UNAUTHENTICATED -> "check the vm and token parameters of the URI";
                    case EXHAUSTED -> "use less, or ask the operator for a higher limit";
                    case PROTOCOL -> "check that guest and router are of the same release";
                    case REFUSED -> "ask the router's operator, or ask for something else";
                    case INTERNAL -> "this is a defect; please report it with the router's log";
                };
        return status.message() + " (" + status.cause() + "); " + advice;
    }
}
