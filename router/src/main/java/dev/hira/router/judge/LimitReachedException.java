package dev.hira.router.judge;

/** A session needs more of the router than it may have; its message is a sentence for the guest. */
public final class LimitReachedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LimitReachedException(String message) {
        super(message);
    }
}
