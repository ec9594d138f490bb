package dev.hira.router.judge;

/**
 * Reports that a session exceeds a limit of the router; the message is a sentence for the guest.
 */
public final class LimitReachedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LimitReachedException(String message) {
        super(message);
    }
}
