package dev.hira.server.dispatch;

/**
 * Codes of failures that no API has a code for, because the server itself refuses or fails. They
 * are negative, so they are none of an API's; a stub makes them the API's unknown error.
 */
public final class RuntimeCodes {
    /** A defect of the server or the driver. */
    public static final int INTERNAL = -1;

    /** The API has no function of this number. */
    public static final int NO_FUNCTION = -2;

    /** More than the server allows: objects, lanes. */
    public static final int LIMIT = -3;

    /** A buffer that is missing, or is not where or as large as it must be. */
    public static final int BAD_BUFFER = -4;

    private RuntimeCodes() {}
}
