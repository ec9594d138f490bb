package dev.hira.server.call;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import dev.hira.wire.Frame;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.v1.Control;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads control messages. */
final class ControlReader {
    private ControlReader() {}

    /** Whether a control record is an order to hold kernels; reads only how its message begins. */
    static boolean isHold(Frame frame, RecordCursor record) {
        try {
            ByteBuffer args = frame.head().slice(record.argsOffset(), record.argsLength());
            int tag = CodedInputStream.newInstance(args).readTag();
            return WireFormat.getTagFieldNumber(tag) == Control.HOLD_KERNELS_FIELD_NUMBER;
        } catch (IOException broken) {
            return false;
        }
    }

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
