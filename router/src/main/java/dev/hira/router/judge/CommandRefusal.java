package dev.hira.router.judge;

import dev.hira.wire.FailureCodes;
import dev.hira.wire.v1.Failure.Origin;

/**
 * Why a command is not passed on.
 *
 * @param reason a short constant word for metrics
 * @param origin whose code it is
 * @param code the API's own error code, or one of {@link FailureCodes}
 * @param message a sentence for the guest's programmer
 */
record CommandRefusal(String reason, Origin origin, int code, String message) {
    /** A resource is exhausted, for which the API has a code. */
    static CommandRefusal exhausted(String reason, int code, String message) {
        return new CommandRefusal(reason, Origin.API, code, message);
    }

    static CommandRefusal noFunction(String message) {
        return new CommandRefusal("function", Origin.ROUTER, FailureCodes.NO_FUNCTION, message);
    }

    /** More than a session may have. */
    static CommandRefusal limit(String message) {
        return new CommandRefusal("limit", Origin.ROUTER, FailureCodes.LIMIT, message);
    }

    static CommandRefusal badBuffer(String message) {
        return new CommandRefusal("buffer", Origin.ROUTER, FailureCodes.BAD_BUFFER, message);
    }

    /** A call that its own description does not allow. */
    static CommandRefusal badCall(String message) {
        return new CommandRefusal("call", Origin.ROUTER, FailureCodes.BAD_CALL, message);
    }

    /** Policy says no, though no resource is exhausted. */
    static CommandRefusal notPermitted(String reason, String message) {
        return new CommandRefusal(reason, Origin.ROUTER, FailureCodes.NOT_PERMITTED, message);
    }
}
