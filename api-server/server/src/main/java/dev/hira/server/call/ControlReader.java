package dev.hira.server.call;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.hira.wire.Frame;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.v1.Control;

/** Reads control messages. */
final class ControlReader {
    private ControlReader() {}

    /** Returns the message of a control record. */
    static Control read(Frame frame, RecordCursor record) {
        try {
            return Control.parseFrom(frame.head().slice(record.argsOffset(), record.argsLength()));
        } catch (InvalidProtocolBufferException e) {
            throw new MalformedFrameException(
                    "a control record does not decode: " + e.getMessage());
        }
    }
}
