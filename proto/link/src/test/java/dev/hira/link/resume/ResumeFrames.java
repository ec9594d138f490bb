package dev.hira.link.resume;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.hira.wire.Frame;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.v1.Control;

/** Reads frames as a router does. */
final class ResumeFrames {
    private ResumeFrames() {}

    /** Returns the number of received frames in a Resume. */
    static long received(Frame frame) {
        RecordCursor record = new RecordCursor();
        record.wrap(frame);
        if (!record.next()) {
            throw new AssertionError("an empty frame");
        }
        try {
            return Control.parseFrom(frame.head().slice(record.argsOffset(), record.argsLength()))
                    .getResume()
                    .getReceived();
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }
}
