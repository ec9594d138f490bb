package dev.hira.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * A correct frame of two records, with one number changed at a time. The first record has two bytes
 * of arguments and references to an inline and an arena payload; the second has neither.
 */
final class RecordCursorTest {
    private static final int FIRST = FrameLayout.HEADER_BYTES;
    private static final int INLINE = FIRST + FrameLayout.RECORD_BYTES + 2;
    private static final int ARENA = INLINE + FrameLayout.REFERENCE_BYTES;
    private static final int SECOND = ARENA + FrameLayout.REFERENCE_BYTES;
    private static final int HEAD = 82;

    private final byte[] bytes = correct();
    private final ByteBuffer frame = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    private final RecordCursor cursor = new RecordCursor();

    private static byte[] correct() {
        MemorySegment data = MemorySegment.ofArray(new byte[] {1, 2});
        try (FrameWriter writer = new FrameWriter()) {
            writer.begin(RecordKinds.FAILED, 0x94, 0xFFFE, -3, 0x80000001)
                    .args(new byte[] {8, 5}, 2)
                    .payloadInline(0xFFFE, data, 2, false)
                    .payloadArena(7, 0x123456789AL, 0x20)
                    .end();
            writer.begin(RecordKinds.CALL, 0, 0, 1, 0).end();
            Frame frame = writer.finish(FrameLayout.AUDIENCE_PEER);
            byte[] all = new byte[frame.size()];
            frame.copyTo(MemorySegment.ofArray(all), 0);
            frame.release();
            return all;
        }
    }

    private int read(byte[] content) {
        cursor.wrap(Frame.wrap(Unpooled.wrappedBuffer(content)));
        int count = 0;
        while (cursor.next()) {
            count++;
        }
        return count;
    }

    private void shouldBeRefused(String why) {
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining(why);
    }

    @Test
    void shouldReadEveryNumberOfARecord() {
        cursor.wrap(Frame.wrap(Unpooled.wrappedBuffer(bytes)));
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.kind()).isEqualTo(RecordKinds.FAILED);
        assertThat(cursor.flags()).isEqualTo(0x94);
        assertThat(cursor.function()).isEqualTo(0xFFFE);
        assertThat(cursor.callId()).isEqualTo(-3);
        assertThat(cursor.lane()).isEqualTo(0x80000001);
        assertThat(cursor.argsOffset()).isEqualTo(24);
        assertThat(cursor.argsLength()).isEqualTo(2);
        assertThat(cursor.payloads()).isEqualTo(2);
        assertThat(cursor.payloadPlace(0)).isEqualTo(PayloadPlaces.INLINE);
        assertThat(cursor.payloadField(0)).isEqualTo(0xFFFE);
        assertThat(cursor.payloadArenaOffset(0)).isZero();
        assertThat(cursor.payloadPlace(1)).isEqualTo(PayloadPlaces.ARENA);
        assertThat(cursor.payloadField(1)).isEqualTo(7);
        assertThat(cursor.payloadLength(1)).isEqualTo(0x20);
        assertThat(cursor.payloadArenaOffset(1)).isEqualTo(0x123456789AL);
    }

    @Test
    void shouldReadTheArgumentsInTheirPlace() {
        cursor.wrap(Frame.wrap(Unpooled.wrappedBuffer(bytes)));
        cursor.next();
        ArgsReader args = cursor.args(new ArgsReader());
        assertThat(args.next()).isTrue();
        assertThat(args.field()).isEqualTo(1);
        assertThat(args.uint64()).isEqualTo(5);
        assertThat(args.next()).isFalse();
    }

    @Test
    void shouldRefuseToNameAPayloadThatTheRecordDoesNotHave() {
        cursor.wrap(Frame.wrap(Unpooled.wrappedBuffer(bytes)));
        cursor.next();
        assertThatThrownBy(() -> cursor.payloadPlace(2))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("payload 2 of 2");
        assertThatThrownBy(() -> cursor.payloadLength(-1))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void shouldStartOverWithAnotherFrame() {
        assertThat(read(bytes)).isEqualTo(2);
        assertThat(read(bytes)).isEqualTo(2);
        assertThat(cursor.bulkEnd()).isEqualTo(2);
        assertThat(cursor.endOffset()).isEqualTo(HEAD);
    }

    @Test
    void shouldRefuseARecordThatIsCutOff() {
        frame.putShort(FrameLayout.RECORDS, (short) 3);
        shouldBeRefused("record 2 of 3 is cut off after 0 bytes");
    }

    @Test
    void shouldRefuseMoreRecordsThanTheHeaderCounts() {
        frame.putShort(FrameLayout.RECORDS, (short) 1);
        shouldBeRefused("the frame has 24 bytes of records and 0 bytes of payloads");
    }

    @Test
    void shouldRefusePayloadsThatBelongToNoRecord() {
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        assertThatThrownBy(() -> read(longer))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("0 bytes of records and 1 bytes of payloads");
    }

    @Test
    void shouldRefuseARecordOfAnImpossibleLength() {
        frame.putInt(FIRST, 23);
        shouldBeRefused("record 0 of 2 claims 23 bytes where 24 to 82 are possible");
        frame.putInt(FIRST, HEAD + 1);
        shouldBeRefused("record 0 of 2 claims 83 bytes");
        frame.putInt(FIRST, -1);
        shouldBeRefused("claims 4294967295 bytes");
    }

    @Test
    void shouldRefuseArgumentsThatExceedTheirRecord() {
        frame.putInt(FIRST + FrameLayout.RECORD_ARGS_LENGTH, 35);
        shouldBeRefused("claims 35 bytes of arguments");
        frame.putInt(FIRST + FrameLayout.RECORD_ARGS_LENGTH, -1);
        shouldBeRefused("claims 4294967295 bytes of arguments");
    }

    @Test
    void shouldRefuseAnIncompleteReference() {
        frame.putInt(FIRST + FrameLayout.RECORD_ARGS_LENGTH, 3);
        shouldBeRefused("has 15 bytes too many for references");
    }

    @Test
    void shouldRefuseAnUnknownKind() {
        bytes[SECOND + FrameLayout.RECORD_KIND] = 33;
        shouldBeRefused("record 1 of 2 has the unknown kind 33");
    }

    @Test
    void shouldRefuseAnUnknownPlace() {
        for (int place : new int[] {0, 4, 255}) {
            bytes[INLINE] = (byte) place;
            shouldBeRefused("has a payload in the unknown place " + place);
        }
    }

    @Test
    void shouldRefuseAReservedByteThatIsNotZero() {
        bytes[ARENA + FrameLayout.REFERENCE_RESERVED] = 1;
        shouldBeRefused("has a payload whose reserved byte is not 0");
    }

    @Test
    void shouldRefuseAPayloadOfANegativeLengthOrOffset() {
        frame.putInt(ARENA + FrameLayout.REFERENCE_LENGTH, -1);
        shouldBeRefused("has a payload of 2^31 bytes or more");
        frame.putInt(ARENA + FrameLayout.REFERENCE_LENGTH, 0);
        frame.putLong(ARENA + FrameLayout.REFERENCE_ARENA_OFFSET, -1);
        shouldBeRefused("has a payload of 2^31 bytes or more");
    }

    @Test
    void shouldRefuseAnArenaOffsetOfAPayloadElsewhere() {
        frame.putLong(INLINE + FrameLayout.REFERENCE_ARENA_OFFSET, 1);
        shouldBeRefused("has an arena offset for a payload that is not in the arena");
    }

    @Test
    void shouldRefusePayloadsThatExceedTheFrameEvenIfTheirSumOverflows() {
        frame.putInt(INLINE + FrameLayout.REFERENCE_LENGTH, 3);
        shouldBeRefused("has payloads up to byte 3 where the frame has 2");
        frame.putInt(INLINE + FrameLayout.REFERENCE_LENGTH, Integer.MAX_VALUE);
        bytes[ARENA] = PayloadPlaces.INLINE;
        frame.putInt(ARENA + FrameLayout.REFERENCE_LENGTH, Integer.MAX_VALUE);
        frame.putLong(ARENA + FrameLayout.REFERENCE_ARENA_OFFSET, 0);
        shouldBeRefused("has payloads up to byte 4294967294");
    }
}
