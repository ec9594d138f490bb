package dev.hira.wire;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The last record that one end of a link sends, with the reason for its close. Links write and read
 * it themselves; a handler learns of it through {@code LinkHandler#onClosed}. The code of its
 * failure is a {@link LinkStatus.Cause#number}. It is a Control message of session.proto, encoded
 * and decoded by hand, so that a guest's start need not load protobuf's runtime.
 */
public final class CloseRecord {
    /** Longer messages are truncated, so that they fit every carrier. */
    public static final int MESSAGE_CHARS = 1000;

    private static final int CLOSE = 3;
    private static final int REASON = 1;
    private static final int CODE = 1;
    private static final int MESSAGE = 2;

    private CloseRecord() {}

    /** Returns the frame that gives the peer the reason of the close. */
    public static Frame frame(LinkStatus reason) {
        ArgsWriter control =
                new ArgsWriter()
                        .beginMessage(CLOSE)
                        .beginMessage(REASON)
                        .uint64(CODE, reason.cause().number())
                        .string(MESSAGE, brief(reason.message()))
                        .endMessage()
                        .endMessage();
        return new FrameWriter()
                .begin(RecordKinds.CONTROL, 0, 0, 0, 0)
                .args(control.array(), control.length())
                .end()
                .finish(FrameLayout.AUDIENCE_HOP);
    }

    /** Returns the reason in a frame, or null for any other frame. Does not change the frame. */
    public static @Nullable LinkStatus read(Frame frame) {
        if (frame.records() != 1 || frame.audience() != FrameLayout.AUDIENCE_HOP) {
            return null;
        }
        ByteBuffer head = frame.head();
        if (head.get(FrameLayout.RECORD_KIND) != RecordKinds.CONTROL) {
            return null;
        }
        int length = head.getInt(FrameLayout.RECORD_ARGS_LENGTH);
        try {
            return status(new ArgsReader().wrap(head, FrameLayout.RECORD_BYTES, length));
        } catch (MalformedFrameException e) {
            return new LinkStatus(
                    LinkStatus.Cause.PROTOCOL, "a control record is not a Control message");
        }
    }

    /** Returns a message without characters that would not travel or would forge lines of a log. */
    public static String brief(String message) {
        return PlainText.of(message, MESSAGE_CHARS);
    }

    private static @Nullable LinkStatus status(ArgsReader control) {
        LinkStatus status = null;
        while (control.next()) {
            if (control.field() == CLOSE) {
                status = reason(control.message(new ArgsReader()));
            }
        }
        return status;
    }

    private static LinkStatus reason(ArgsReader close) {
        int code = 0;
        String message = "";
        while (close.next()) {
            if (close.field() == REASON) {
                ArgsReader failure = close.message(new ArgsReader());
                while (failure.next()) {
                    switch (failure.field()) {
                        case CODE -> code = failure.int32();
                        case MESSAGE -> message = failure.string();
                        default -> failure.skip();
                    }
                }
            }
        }
        return new LinkStatus(LinkStatus.Cause.of(code), brief(message));
    }
}
