package dev.hira.api;

/** The state of a process could not be saved, passed on or restored; the message says why. */
public final class StateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StateException(String message) {
        super(message);
    }

    public StateException(String message, Throwable cause) {
        super(message, cause);
    }
}
