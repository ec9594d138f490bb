package dev.hira.guest.rpc;

import dev.hira.wire.ArgsReader;

/**
 * A failure as it travels.
 *
 * @param code the API's own code
 * @param function of an earlier asynchronous call that failed; 0: the very call that is answered
 * @param callId of that earlier call
 */
record Failure(int code, String message, int function, long callId) {
    static Failure read(ArgsReader in) {
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
                default -> in.skip();
            }
        }
        return new Failure(code, message, function, callId);
    }
}
