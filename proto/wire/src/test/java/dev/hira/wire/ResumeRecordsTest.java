package dev.hira.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.hira.wire.v1.Acknowledge;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Resumed;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResumeRecordsTest {
    private static final ByteString SECRET = ByteString.fromHex("00ff10");

    private static Control control(Frame frame) throws Exception {
        assertThat(frame.audience()).isEqualTo(FrameLayout.AUDIENCE_HOP);
        ByteBuffer head = frame.head();
        assertThat((int) head.get(FrameLayout.RECORD_KIND)).isEqualTo(RecordKinds.CONTROL);
        int length = head.getInt(FrameLayout.RECORD_ARGS_LENGTH);
        ByteString args = ByteString.copyFrom(head.slice(FrameLayout.RECORD_BYTES, length));
        frame.release();
        return Control.parseFrom(args);
    }

    private static long read(ToLongFunction<Frame> reader, FrameWriter writer, int audience) {
        Frame frame = writer.finish(audience);
        try {
            return reader.applyAsLong(frame);
        } finally {
            frame.release();
        }
    }

    private static FrameWriter record(int kind, Control control) {
        byte[] args = control.toByteArray();
        return new FrameWriter().begin(kind, 0, 0, 0, 0).args(args, args.length).end();
    }

    private static long read(ToLongFunction<Frame> reader, Control control) {
        return read(reader, record(RecordKinds.CONTROL, control), FrameLayout.AUDIENCE_HOP);
    }

    private static Control acknowledge(long received) {
        return Control.newBuilder()
                .setAcknowledge(Acknowledge.newBuilder().setReceived(received))
                .build();
    }

    private static Control resumed(Resumed.Builder resumed) {
        return Control.newBuilder().setResumed(resumed).build();
    }

    private static UnknownFieldSet number(int field, long value) {
        return UnknownFieldSet.newBuilder()
                .addField(field, UnknownFieldSet.Field.newBuilder().addVarint(value).build())
                .build();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 300, Long.MAX_VALUE})
    void shouldWriteWhatProtobufReads(long received) throws Exception {
        assertThat(control(ResumeRecords.acknowledge(received))).isEqualTo(acknowledge(received));
        assertThat(control(ResumeRecords.resumed(received)))
                .isEqualTo(resumed(Resumed.newBuilder().setReceived(received)));
        var request = new ResumeRecords.Request("s-7", SECRET.toByteArray(), "vm-é", "token");
        var waiting =
                new ResumeRecords.WaitState(
                        List.of(3, 0),
                        List.of(
                                new ResumeRecords.Waiting(17, 3, false),
                                new ResumeRecords.Waiting(16, 0, true)),
                        18,
                        12);
        var resume = control(ResumeRecords.resume(request, received, waiting)).getResume();
        assertThat(resume.getLanesList()).containsExactly(3, 0);
        assertThat(resume.getWaitingCallsList()).containsExactly(17L);
        assertThat(resume.getWaitingLanesList()).containsExactly(3);
        assertThat(resume.getLateCallsList()).containsExactly(16L);
        assertThat(resume.getLastCall()).isEqualTo(18);
        assertThat(resume.getAcknowledgedCall()).isEqualTo(12);
        assertThat(resume.getSession()).isEqualTo("s-7");
        assertThat(resume.getSecret()).isEqualTo(SECRET);
        assertThat(resume.getReceived()).isEqualTo(received);
        assertThat(resume.getVm()).isEqualTo("vm-é");
        assertThat(resume.getToken()).isEqualTo("token");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 300, Long.MAX_VALUE})
    void shouldReadWhatProtobufWrites(long received) {
        assertThat(read(ResumeRecords::acknowledged, acknowledge(received))).isEqualTo(received);
        Resumed.Builder resumed = Resumed.newBuilder().setReceived(received);
        assertThat(read(ResumeRecords::resumedAt, resumed(resumed))).isEqualTo(received);
    }

    @Test
    void shouldSkipFieldsOfANewerPeer() {
        Resumed.Builder resumed =
                Resumed.newBuilder().setReceived(5).setUnknownFields(number(7000, 9));
        assertThat(read(ResumeRecords::resumedAt, resumed(resumed))).isEqualTo(5);
    }

    @Test
    void shouldTellThatBothEndsCountAnew() {
        Resumed.Builder resumed = Resumed.newBuilder().setReceived(5);
        resumed.setUnknownFields(number(150, 1));
        assertThat(read(ResumeRecords::resumedAt, resumed(resumed))).isEqualTo(ResumeRecords.ANEW);
        resumed.setUnknownFields(number(150, 0));
        assertThat(read(ResumeRecords::resumedAt, resumed(resumed))).isEqualTo(5);
    }

    @Test
    void shouldRefuseANumberThatNoPeerCanReach() {
        assertThatThrownBy(() -> read(ResumeRecords::acknowledged, acknowledge(-1)))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("18446744073709551615 frames");
        Resumed.Builder resumed = Resumed.newBuilder().setReceived(Long.MIN_VALUE);
        assertThatThrownBy(() -> read(ResumeRecords::resumedAt, resumed(resumed)))
                .isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void shouldLeaveOtherFramesAlone() {
        Control control = acknowledge(5);
        ToLongFunction<Frame> reader = ResumeRecords::acknowledged;
        FrameWriter records = record(RecordKinds.CONTROL, control);
        assertThat(read(reader, records, FrameLayout.AUDIENCE_PEER)).isEqualTo(ResumeRecords.NONE);
        assertThat(read(reader, record(RecordKinds.CALL, control), FrameLayout.AUDIENCE_HOP))
                .isEqualTo(ResumeRecords.NONE);
        assertThat(read(reader, new FrameWriter(), FrameLayout.AUDIENCE_HOP))
                .isEqualTo(ResumeRecords.NONE);
        byte[] args = control.toByteArray();
        FrameWriter two = record(RecordKinds.CONTROL, control);
        two.begin(RecordKinds.CONTROL, 0, 0, 0, 0).args(args, args.length).end();
        assertThat(read(reader, two, FrameLayout.AUDIENCE_HOP)).isEqualTo(ResumeRecords.NONE);
        assertThat(read(reader, Control.getDefaultInstance())).isEqualTo(ResumeRecords.NONE);
        assertThat(read(ResumeRecords::resumedAt, control)).isEqualTo(ResumeRecords.NONE);
    }
}
