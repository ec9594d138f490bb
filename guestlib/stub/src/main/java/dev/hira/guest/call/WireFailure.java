package dev.hira.guest.call;

import dev.hira.wire.ArgsReader;
import dev.hira.wire.FailureCodes;

/**
 * A failure as encoded on the wire.
 *
 * @param origin the owner of the code: one of {@link FailureCodes}
 * @param code the API's own code, or one of {@link FailureCodes}
 * @param function the earlier asynchronous call that failed; 0 for the answered call itself
 * @param callId the id of that earlier call
 */
public record WireFailure(int origin, int code, String message, int function, long callId) {
    public static WireFailure read(ArgsReader in) {
        int origin = 0;
        int code = 0;
        String message = "";
        int function = 0;
        long callId = 0;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> code = in.int32();
                case 2 -> message = in.string();
                case 3 -> function = in.int32();
                case 4 -> callId = in.uint64();
                case 5 -> origin = in.int32();
                default -> in.skip();
            }
        }
        return new WireFailure(origin, code, message, function, callId);
    }

    /** Returns whether the code is the API's. */
    public boolean isOfApi() {
        return origin == FailureCodes.BY_API;
    }
}
