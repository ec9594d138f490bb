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

    /** The message in the current record, a CONTROL. */
    public static Control parse(Frame frame, RecordCursor record) {
        try {
            return Control.parseFrom(frame.head().slice(record.argsOffset(), record.argsLength()));
        } catch (InvalidProtocolBufferException e) {
            throw new MalformedFrameException(
                    "a control message does not decode: " + e.getMessage());
        }
    }

    /** The only message of a frame that may hold nothing else. Releases nothing. */
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

    /** A frame for the peer itself with one message. */
    public static Frame frame(Control control) {
        byte[] args = control.toByteArray();
        FrameWriter writer = new FrameWriter();
        writer.begin(RecordKinds.CONTROL, 0, 0, 0, 0);
        writer.args(args, args.length);
        writer.end();
        return writer.finish(FrameLayout.AUDIENCE_HOP);
    }
}
