package dev.hira.server.dispatch;

/**
 * A call that the server does not make, with the API's own code for the reason, or one of {@link
 * RuntimeCodes}. Carries no stack trace: the caller is at fault.
 */
public final class CallRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final boolean byServer;

    /**
     * Creates a refusal.
     *
     * @param code one of the API's codes
     */
    public CallRefused(int code, String message) {
        this(code, false, message);
    }

    private CallRefused(int code, boolean byServer, String message) {
        super(message, null, false, false);
        this.code = code;
        this.byServer = byServer;
    }

    /**
     * Returns a refusal for a reason that no API has a code for.
     *
     * @param code one of {@link RuntimeCodes}
     */
    public static CallRefused byServer(int code, String message) {
        return new CallRefused(code, true, message);
    }

    /** Whether the code is one of {@link RuntimeCodes} instead of the API's. */
    public boolean isByServer() {
        return byServer;
    }

    /** The code of the reason. */
    public int code() {
        return code;
    }
}
