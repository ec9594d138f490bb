package dev.hira.wire;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.hira.wire.v1.Close;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Failure;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The last record that one end of a link sends: why it closes. Links write and read it themselves;
 * a handler learns of it by {@link LinkHandler#onClosed}. The code of its failure is a {@link
 * LinkStatus.Cause#number}.
 */
public final class CloseRecord {
    /** Longer messages are cut, so that they fit wherever they are carried. */
    public static final int MESSAGE_CHARS = 1000;

    private CloseRecord() {}

    /** The frame that tells the peer why this end closes. */
    public static Frame frame(LinkStatus reason) {
        Failure failure =
                Failure.newBuilder()
                        .setCode(reason.cause().number())
                        .setMessage(brief(reason.message()))
                        .build();
        Control control =
                Control.newBuilder().setClose(Close.newBuilder().setReason(failure)).build();
        byte[] args = control.toByteArray();
        return new FrameWriter()
                .begin(RecordKinds.CONTROL, 0, 0, 0, 0)
                .args(args, args.length)
                .end()
                .finish(FrameLayout.AUDIENCE_HOP);
    }

    /** The reason that a frame tells; null when it is any other frame. Changes nothing about it. */
    public static @Nullable LinkStatus read(Frame frame) {
        if (frame.records() != 1 || frame.audience() != FrameLayout.AUDIENCE_HOP) {
            return null;
        }
        ByteBuffer head = frame.head();
        if (head.get(FrameLayout.RECORD_KIND) != RecordKinds.CONTROL) {
            return null;
        }
        int length = head.getInt(FrameLayout.RECORD_ARGS_LENGTH);
        if (length < 0 || length > frame.headLength() - FrameLayout.RECORD_BYTES) {
            return null;
        }
        try {
            return status(Control.parseFrom(head.slice(FrameLayout.RECORD_BYTES, length)));
        } catch (InvalidProtocolBufferException e) {
            return new LinkStatus(
                    LinkStatus.Cause.PROTOCOL, "a control record is not a Control message");
        }
    }

    /** A message without what would not travel: too long a text. */
    public static String brief(String message) {
        return message.length() <= MESSAGE_CHARS
                ? message
                : message.substring(0, MESSAGE_CHARS) + "…";
    }

    private static @Nullable LinkStatus status(Control control) {
        if (!control.hasClose()) {
            return null;
        }
        Failure reason = control.getClose().getReason();
        return new LinkStatus(LinkStatus.Cause.of(reason.getCode()), reason.getMessage());
    }
}
