package dev.hira.guest.call;

import dev.hira.wire.ArgsReader;

/** The returned values of a call, whose output buffers are already filled. */
public interface ReplyReader {
    /** Returns 0, or one of the outcomes that the call {@link CallWriter#expect}ed. */
    int outcome();

    /** Returns a reader of the returned message's fields. */
    ArgsReader values();

    /**
     * Returns the number of bytes of the output buffer with this field number that the server
     * filled.
     */
    long filled(int field);
}
