package dev.hira.router.judge;

import dev.hira.wire.FailureCodes;
import dev.hira.wire.v1.Failure.Origin;

/**
 * A reason why a command is not passed on.
 *
 * @param reason a short constant word for metrics
 * @param origin the owner of the code
 * @param code the API's own error code, or one of {@link FailureCodes}
 * @param message a sentence for the guest's programmer
 */
record CommandRefusal(String reason, Origin origin, int code, String message) {
    /** Refuses for an exhausted resource with the API's code. */
    static CommandRefusal exhausted(String reason, int code, String message) {
        return new CommandRefusal(reason, Origin.API, code, message);
    }

    static CommandRefusal noFunction(String message) {
        return new CommandRefusal("function", Origin.ROUTER, FailureCodes.NO_FUNCTION, message);
    }

    /** Refuses for a limit of the session. */
    static CommandRefusal limit(String message) {
        return new CommandRefusal("limit", Origin.ROUTER, FailureCodes.LIMIT, message);
    }

    static CommandRefusal badBuffer(String message) {
        return new CommandRefusal("buffer", Origin.ROUTER, FailureCodes.BAD_BUFFER, message);
    }

    /** Refuses for the loss of the session's server. */
    static CommandRefusal lost(String message) {
        return new CommandRefusal("lost", Origin.ROUTER, FailureCodes.MEMORY_LOST, message);
    }

    /** Refuses a call that its own description does not allow. */
    static CommandRefusal badCall(String message) {
        return new CommandRefusal("call", Origin.ROUTER, FailureCodes.BAD_CALL, message);
    }

    /** Refuses for the policy although no resource is exhausted. */
    static CommandRefusal notPermitted(String reason, String message) {
        return new CommandRefusal(reason, Origin.ROUTER, FailureCodes.NOT_PERMITTED, message);
    }
}
