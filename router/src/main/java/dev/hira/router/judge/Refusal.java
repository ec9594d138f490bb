package dev.hira.router.judge;

/**
 * Why a command is not passed on.
 *
 * @param reason a short constant word for metrics
 * @param code the API's own error code, or one of the negative ones here, for which no API has a
 *     code and which a stub makes the API's unknown error
 * @param message a sentence for the guest's programmer
 */
record Refusal(String reason, int code, String message) {
    private static final int NO_FUNCTION = -2;
    private static final int LIMIT = -3;
    private static final int BAD_BUFFER = -4;
    private static final int NOT_PERMITTED = -5;
    private static final int BAD_CALL = -6;

    static Refusal noFunction(String message) {
        return new Refusal("function", NO_FUNCTION, message);
    }

    /** More than a session may have. */
    static Refusal limit(String message) {
        return new Refusal("limit", LIMIT, message);
    }

    static Refusal badBuffer(String message) {
        return new Refusal("buffer", BAD_BUFFER, message);
    }

    /** A call that its own description does not allow. */
    static Refusal badCall(String message) {
        return new Refusal("call", BAD_CALL, message);
    }

    /** Policy says no, though no resource is exhausted. */
    static Refusal notPermitted(String reason, String message) {
        return new Refusal(reason, NOT_PERMITTED, message);
    }
}
