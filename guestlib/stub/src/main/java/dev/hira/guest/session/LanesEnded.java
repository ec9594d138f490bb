package dev.hira.guest.session;

import dev.hira.wire.ArgsWriter;

/** Builds the control message that tells the server which threads have ended. */
final class LanesEnded {
    private static final int CONTROL_LANES_ENDED = 9;
    private static final int LANES = 1;
    private static final int AFTER_CALL = 150;

    private final ArgsWriter control = new ArgsWriter();
    private boolean empty = true;

    LanesEnded() {
        control.beginMessage(CONTROL_LANES_ENDED);
    }

    void add(int lane) {
        control.uint64Always(LANES, lane);
        empty = false;
    }

    boolean isEmpty() {
        return empty;
    }

    /**
     * Returns the finished message.
     *
     * @param after the greatest number that a call so far can have
     */
    ArgsWriter control(long after) {
        return control.uint64(AFTER_CALL, after).endMessage();
    }
}
