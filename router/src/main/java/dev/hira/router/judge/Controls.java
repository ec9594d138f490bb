package dev.hira.router.judge;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;

/** Reads and writes control messages. */
public final class Controls {
    private Controls() {}

    /** Parses the message in the current record, a CONTROL. */
    public static Control parse(Frame frame, RecordCursor record) {
        try {
            return Control.parseFrom(frame.head().slice(record.argsOffset(), record.argsLength()));
        } catch (InvalidProtocolBufferException e) {
            throw new MalformedFrameException(
                    "a control message does not decode: " + e.getMessage());
        }
    }

    /**
     * Parses the only message of a frame that must not contain anything else. Does not release the
     * frame.
     */
    public static Control parseOnly(Frame frame) {
        RecordCursor cursor = new RecordCursor();
        cursor.wrap(frame);
        if (!cursor.next() || cursor.kind() != RecordKinds.CONTROL) {
            throw new MalformedFrameException("a session begins with a control message");
        }
        Control control = parse(frame, cursor);
        if (cursor.next()) {
            throw new MalformedFrameException(
                    "a control message that opens a session comes alone in its frame");
        }
        return control;
    }

    /** Returns a frame with one message for the peer itself. */
    public static Frame frame(Control control) {
        byte[] args = control.toByteArray();
        FrameWriter writer = new FrameWriter();
        writer.begin(RecordKinds.CONTROL, 0, 0, 0, 0);
        writer.args(args, args.length);
        writer.end();
        return writer.finish(FrameLayout.AUDIENCE_HOP);
    }
}
