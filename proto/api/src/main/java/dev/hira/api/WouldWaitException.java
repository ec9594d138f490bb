package dev.hira.api;

/**
 * Asks for a call to be made again by a thread that may be kept waiting; see {@link BlockingBan}.
 */
public final class WouldWaitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WouldWaitException() {
        super("the call has to wait, which this thread must not", null, false, false);
    }
}
