package dev.hira.server.lane;

import dev.hira.server.dispatch.CallRefused;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.FailureCodes;

/**
 * A failure as it travels.
 *
 * @param origin the origin of the code: one of the constants of {@link FailureCodes}
 * @param code the API's own code, or one of {@link dev.hira.server.dispatch.RuntimeCodes}
 * @param function the function of the earlier asynchronous call that failed; 0 for the answered
 *     call itself
 * @param callId the number of that earlier call
 */
public record CallFailure(int origin, int code, String message, int function, long callId) {
    private static final int CODE = 1;
    private static final int MESSAGE = 2;
    private static final int FUNCTION = 3;
    private static final int CALL_ID = 4;
    private static final int ORIGIN = 5;

    /** Returns a failure of the answered call with the API's own code. */
    public static CallFailure ofApi(int code, String message) {
        return new CallFailure(FailureCodes.BY_API, code, message, 0, 0);
    }

    /** Returns a failure of the answered call that the API has no code for. */
    public static CallFailure ofServer(int code, String message) {
        return new CallFailure(FailureCodes.BY_SERVER, code, message, 0, 0);
    }

    public static CallFailure of(CallRefused refusal) {
        String message = String.valueOf(refusal.getMessage());
        return refusal.isByServer()
                ? ofServer(refusal.code(), message)
                : ofApi(refusal.code(), message);
    }

    public static CallFailure read(ArgsReader in) {
        int origin = 0;
        int code = 0;
        String message = "";
        int function = 0;
        long callId = 0;
        while (in.next()) {
            switch (in.field()) {
                case CODE -> code = in.int32();
                case MESSAGE -> message = in.string();
                case FUNCTION -> function = in.int32();
                case CALL_ID -> callId = in.uint64();
                case ORIGIN -> origin = in.int32();
                default -> in.skip();
            }
        }
        return new CallFailure(origin, code, message, function, callId);
    }

    public void write(ArgsWriter out) {
        out.reset();
        out.uint64(CODE, code);
        out.string(MESSAGE, message);
        out.uint64(FUNCTION, function);
        out.uint64(CALL_ID, callId);
        if (origin != FailureCodes.BY_API) {
            out.uint64(ORIGIN, origin);
        }
    }

    /** Returns the same failure for an earlier call. */
    public CallFailure of(int earlierFunction, long earlierCall) {
        return new CallFailure(origin, code, message, earlierFunction, earlierCall);
    }
}
