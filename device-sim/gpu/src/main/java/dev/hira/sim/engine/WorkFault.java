package dev.hira.sim.engine;

/** A failure of work that makes its context unusable. Carries no stack trace. */
public final class WorkFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;

    /**
     * Creates a fault.
     *
     * @param code the API's code of the failure
     * @param message a sentence
     */
    public WorkFault(int code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    /** The API's code of the failure. */
    public int code() {
        return code;
    }
}
