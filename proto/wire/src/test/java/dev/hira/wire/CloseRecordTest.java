package dev.hira.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.v1.Close;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Failure;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CloseRecordTest {
    private static @Nullable LinkStatus read(byte[] control, int audience) {
        Frame frame =
                new FrameWriter()
                        .begin(RecordKinds.CONTROL, 0, 0, 0, 0)
                        .args(control, control.length)
                        .end()
                        .finish(audience);
        try {
            return CloseRecord.read(frame);
        } finally {
            frame.release();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeWhatProtobufReads(Cause cause) throws Exception {
        Frame frame = CloseRecord.frame(new LinkStatus(cause, "für immer — 5 µs"));
        ByteBuffer head = frame.head();
        int length = head.getInt(FrameLayout.RECORD_ARGS_LENGTH);
        Control control =
                Control.parseFrom(
                        ByteString.copyFrom(head.slice(FrameLayout.RECORD_BYTES, length)));
        assertThat(control.getClose().getReason().getCode()).isEqualTo(cause.number());
        assertThat(control.getClose().getReason().getMessage()).isEqualTo("für immer — 5 µs");
        assertThat(CloseRecord.read(frame)).isEqualTo(new LinkStatus(cause, "für immer — 5 µs"));
        frame.release();
    }

    @Test
    void shouldReadWhatProtobufWrites() {
        Failure failure = Failure.newBuilder().setCode(3).setMessage("no").setCallId(7).build();
        Control control =
                Control.newBuilder().setClose(Close.newBuilder().setReason(failure)).build();
        assertThat(read(control.toByteArray(), FrameLayout.AUDIENCE_HOP))
                .isEqualTo(new LinkStatus(Cause.of(3), "no"));
        Control bare = Control.newBuilder().setClose(Close.getDefaultInstance()).build();
        assertThat(read(bare.toByteArray(), FrameLayout.AUDIENCE_HOP))
                .isEqualTo(new LinkStatus(Cause.of(0), ""));
    }

    @Test
    void shouldLeaveOtherFramesAlone() {
        byte[] close =
                Control.newBuilder().setClose(Close.getDefaultInstance()).build().toByteArray();
        assertThat(read(close, FrameLayout.AUDIENCE_PEER)).isNull();
        assertThat(read(new byte[0], FrameLayout.AUDIENCE_HOP)).isNull();
    }

    @Test
    void shouldReportGarbageAsAProtocolViolation() {
        LinkStatus status = read(new byte[] {26, 100, 1}, FrameLayout.AUDIENCE_HOP);
        assertThat(status).extracting(LinkStatus::cause).isEqualTo(Cause.PROTOCOL);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1, Integer.MAX_VALUE})
    void shouldReportArgumentsThatExceedTheRecordAsAProtocolViolation(int claimed) {
        Frame frame =
                new FrameWriter()
                        .begin(RecordKinds.CONTROL, 0, 0, 0, 0)
                        .end()
                        .finish(FrameLayout.AUDIENCE_HOP);
        frame.head().putInt(FrameLayout.RECORD_ARGS_LENGTH, claimed);
        assertThat(CloseRecord.read(frame)).extracting(LinkStatus::cause).isEqualTo(Cause.PROTOCOL);
        frame.release();
    }
}
