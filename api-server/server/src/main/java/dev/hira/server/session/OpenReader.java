package dev.hira.server.session;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.PlainText;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Resume;
import org.jspecify.annotations.Nullable;

/** Reads the first frame of a link. */
final class OpenReader {
    /** The version of the session protocol that this server speaks. */
    static final int PROTOCOL = 1;

    private static final int LONGEST_TEXT = 128;

    private OpenReader() {}

    /**
     * Returns the Open in a frame.
     *
     * @throws OpenRefused when the frame is not an Open that this server understands
     * @throws dev.hira.wire.MalformedFrameException when the bytes are not a frame
     */
    static Open read(Frame frame) {
        RecordCursor record = new RecordCursor().wrap(frame);
        if (frame.records() != 1 || !record.next() || record.kind() != RecordKinds.CONTROL) {
            throw new OpenRefused(
                    Cause.PROTOCOL, "a session begins with a frame of one control record, an Open");
        }
        Open open = parse(frame, record);
        if (open.getProtocol() != PROTOCOL) {
            throw new OpenRefused(
                    Cause.REFUSED,
                    "the session uses version "
                            + open.getProtocol()
                            + " of the protocol; this server speaks version "
                            + PROTOCOL);
        }
        if (open.getSession().isEmpty()) {
            throw new OpenRefused(
                    Cause.REFUSED,
                    "this is an API server's address for routers; open sessions at an address of the"
                            + " router for guests");
        }
        return open;
    }

    /** Returns the Resume in a frame; null when the frame is another one, or none at all. */
    static @Nullable Resume resume(Frame frame) {
        try {
            RecordCursor record = new RecordCursor().wrap(frame);
            if (frame.records() != 1 || !record.next() || record.kind() != RecordKinds.CONTROL) {
                return null;
            }
            Control control =
                    Control.parseFrom(frame.head().slice(record.argsOffset(), record.argsLength()));
            return control.hasResume() ? control.getResume() : null;
        } catch (InvalidProtocolBufferException | MalformedFrameException e) {
            return null; // to be refused like any other frame that is no Open
        }
    }

    /**
     * Returns the request with texts that are safe for logs: a peer that is not a router may have
     * sent any bytes.
     */
    private static Open plain(Open open) {
        return open.toBuilder()
                .setVm(PlainText.of(open.getVm(), LONGEST_TEXT))
                .setProcess(PlainText.of(open.getProcess(), LONGEST_TEXT))
                .setSession(PlainText.of(open.getSession(), LONGEST_TEXT))
                .build();
    }

    private static Open parse(Frame frame, RecordCursor record) {
        try {
            Control control =
                    Control.parseFrom(frame.head().slice(record.argsOffset(), record.argsLength()));
            if (!control.hasOpen()) {
                throw new OpenRefused(
                        Cause.PROTOCOL,
                        "a session begins with an Open, not with " + control.getBodyCase());
            }
            return plain(control.getOpen());
        } catch (InvalidProtocolBufferException e) {
            throw new OpenRefused(
                    Cause.PROTOCOL, "the first control record does not decode: " + e.getMessage());
        }
    }
}
