package dev.hira.wire;

/**
 * Codes of failures for which APIs have no code, because the server or the router itself refuses or
 * fails, and the numbers of origins. A code has a meaning only together with its origin: an API's
 * codes may have the same numbers.
 */
public final class FailureCodes {
    /** Origin: the code is the API's. */
    public static final int BY_API = 0;

    /** Origin: the server refused or failed. */
    public static final int BY_SERVER = 1;

    /** Origin: the router refused. */
    public static final int BY_ROUTER = 2;

    /** A defect of the server or the driver. */
    public static final int INTERNAL = -1;

    /** The API has no function with this number. */
    public static final int NO_FUNCTION = -2;

    /** A limit is exceeded: objects, lanes. */
    public static final int LIMIT = -3;

    /** A buffer is missing, misplaced or too small. */
    public static final int BAD_BUFFER = -4;

    /** A policy denies the call, though no resource is exhausted. */
    public static final int NOT_PERMITTED = -5;

    /** The call violates the API's description. */
    public static final int BAD_CALL = -6;

    /** The session's API server died; its objects are there again, but memory is empty. */
    public static final int MEMORY_LOST = -7;

    /** The work of an asynchronous call was skipped, because work that it waited for failed. */
    public static final int SKIPPED = -8;

    private FailureCodes() {}
}
