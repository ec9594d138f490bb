package dev.hira.api.opencl.host;

import dev.hira.api.CallbackThread;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClException;

/** OpenCL's rule that callbacks make no calls that wait or build; drivers apply it. */
public final class CallbackRule {
    private CallbackRule() {}

    /**
     * Refuses a function that waits or builds, in a callback.
     *
     * @throws OpenClException with CL_INVALID_OPERATION
     */
    public static void require(String function) {
        if (CallbackThread.isCurrent()) {
            throw new OpenClException(
                    ClResult.CL_INVALID_OPERATION,
                    function + " must not be called in a callback; let another thread call it");
        }
    }

    /** Refuses a command for which the caller waits, in a callback. */
    static void require(boolean blocking, String function) {
        if (blocking && CallbackThread.isCurrent()) {
            throw new OpenClException(
                    ClResult.CL_INVALID_OPERATION,
                    function
                            + " must not block in a callback; call it without blocking, or let another"
                            + " thread call it");
        }
    }
}
