package dev.hira.api;

/** Requests that another thread, which may block, repeats the call; see {@link BlockingBan}. */
public final class WouldWaitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WouldWaitException() {
        super("the call has to wait, but this thread must not block", null, false, false);
    }
}
