package dev.hira.server.dispatch;

import dev.hira.wire.FailureCodes;

/** Codes of failures that no API has a code for, because the server itself refuses or fails. */
public final class RuntimeCodes {
    /** A defect of the server or the driver. */
    public static final int INTERNAL = FailureCodes.INTERNAL;

    /** The API has no function of this number. */
    public static final int NO_FUNCTION = FailureCodes.NO_FUNCTION;

    /** More than the server allows: objects, lanes. */
    public static final int LIMIT = FailureCodes.LIMIT;

    /** A buffer that is missing, or is not where or as large as it must be. */
    public static final int BAD_BUFFER = FailureCodes.BAD_BUFFER;

    private RuntimeCodes() {}
}
