package dev.hira.server.call;

import dev.hira.wire.ArgsReader;
import dev.hira.wire.ArgsWriter;

/**
 * A failure as it travels.
 *
 * @param code the API's own, or one of {@link dev.hira.server.dispatch.RuntimeCodes}
 * @param function of the earlier asynchronous call that failed; 0: of the very call that is
 *     answered
 * @param callId of that earlier call
 */
record Failure(int code, String message, int function, long callId) {
    private static final int CODE = 1;
    private static final int MESSAGE = 2;
    private static final int FUNCTION = 3;
    private static final int CALL_ID = 4;

    static Failure read(ArgsReader in) {
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
                default -> in.skip();
            }
        }
        return new Failure(code, message, function, callId);
    }

    void write(ArgsWriter out) {
        out.reset();
        out.uint64(CODE, code);
        out.string(MESSAGE, message);
        out.uint64(FUNCTION, function);
        out.uint64(CALL_ID, callId);
    }

    /** The same failure as one of an earlier call. */
    Failure of(int earlierFunction, long earlierCall) {
        return new Failure(code, message, earlierFunction, earlierCall);
    }
}
