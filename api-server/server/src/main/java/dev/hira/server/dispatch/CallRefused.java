package dev.hira.server.dispatch;

/**
 * A call that the server does not make, with the API's own code for why, or one of {@link
 * RuntimeCodes}. Carries no stack trace: it is the caller's fault.
 */
public final class CallRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final boolean byServer;

    /**
     * @param code the API's own
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
     * For what no API has a code for.
     *
     * @param code one of {@link RuntimeCodes}
     */
    public static CallRefused byServer(int code, String message) {
        return new CallRefused(code, true, message);
    }

    /** Whether the code is one of {@link RuntimeCodes}, and not the API's. */
    public boolean isByServer() {
        return byServer;
    }

    /** The code. */
    public int code() {
        return code;
    }
}
