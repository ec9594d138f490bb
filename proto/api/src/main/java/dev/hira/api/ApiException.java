package dev.hira.api;

/** A call that failed, with the code by which the API itself names the failure. */
public abstract class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;

    protected ApiException(int code, String message) {
        super(message);
        this.code = code;
    }

    /** The API's own number for this failure. */
    public final int code() {
        return code;
    }

    /** The API's own name for this failure, for example {@code CUDA_ERROR_OUT_OF_MEMORY}. */
    public abstract String codeName();
}
