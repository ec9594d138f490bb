package dev.hira.guest.call;

import dev.hira.wire.ArgsReader;

/** The values that a call returned. Output buffers have been filled already. */
public interface ReplyReader {
    /** 0, or one of the outcomes that the call {@link CallWriter#expect}ed. */
    int outcome();

    /** The returned message's fields. */
    ArgsReader values();

    /** How many bytes of the output buffer with this field number the server filled. */
    long filled(int field);
}
