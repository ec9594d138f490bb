package dev.hira.server.call;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.hira.wire.Frame;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.v1.Control;
import java.util.List;

/** Reads the control messages that concern calls and skips all others. */
final class ControlReader {
    private ControlReader() {}

    /** Returns the lanes that a control record reports as ended. */
    static List<Integer> endedLanes(Frame frame, RecordCursor record) {
        try {
            Control control =
                    Control.parseFrom(frame.head().slice(record.argsOffset(), record.argsLength()));
            return control.getLanesEnded().getLanesList();
        } catch (InvalidProtocolBufferException e) {
            throw new MalformedFrameException(
                    "a control record does not decode: " + e.getMessage());
        }
    }
}
