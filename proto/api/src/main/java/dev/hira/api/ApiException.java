package dev.hira.api;

/** Reports a failed call with the API's own code for the failure. */
public abstract class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;

    protected ApiException(int code, String message) {
        super(message);
        this.code = code;
    }

    /** Returns the API's own number for this failure. */
    public final int code() {
        return code;
    }

    /**
     * Returns the API's own name for this failure, for example {@code CUDA_ERROR_OUT_OF_MEMORY}.
     */
    public abstract String codeName();
}
