package dev.hira.server.dispatch;

/**
 * A call that the server does not make, with the API's own code for why. Carries no stack trace: it
 * is the caller's fault.
 */
public final class CallRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;

    public CallRefused(int code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    /** The API's code. */
    public int code() {
        return code;
    }
}
