package dev.hira.sim.engine;

/** Work that failed such that its context is unusable from then on. Carries no stack trace. */
public final class WorkFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;

    /**
     * A failure.
     *
     * @param code the API's code for it
     * @param message a sentence
     */
    public WorkFault(int code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    /** The API's code for it. */
    public int code() {
        return code;
    }
}
