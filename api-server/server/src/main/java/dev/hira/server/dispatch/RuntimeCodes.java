package dev.hira.server.dispatch;

import dev.hira.wire.FailureCodes;

/** The codes of failures that no API has a code for, because the server itself refuses or fails. */
public final class RuntimeCodes {
    /** A defect of the server or the driver. */
    public static final int INTERNAL = FailureCodes.INTERNAL;

    /** The API has no function of this number. */
    public static final int NO_FUNCTION = FailureCodes.NO_FUNCTION;

    /** A limit of the server on objects or lanes is exceeded. */
    public static final int LIMIT = FailureCodes.LIMIT;

    /** A buffer is missing, in the wrong place or of the wrong size. */
    public static final int BAD_BUFFER = FailureCodes.BAD_BUFFER;

    /** The work of an asynchronous call was skipped, because work before it failed. */
    public static final int SKIPPED = FailureCodes.SKIPPED;

    private RuntimeCodes() {}
}
