package dev.hira.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.UnknownFieldSet;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The fields of a message, one kind at a time, and messages that are not protobuf. */
final class ArgsFieldsTest {
    private final ArgsWriter writer = new ArgsWriter();
    private final ArgsReader reader = new ArgsReader();

    private ArgsReader written() {
        return reader.wrap(ByteBuffer.wrap(writer.array()), 0, writer.length());
    }

    private ArgsReader message(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length);
        for (int value : values) {
            bytes.put((byte) value);
        }
        return reader.wrap(bytes.flip(), 0, values.length);
    }

    private void next(int field) {
        assertThat(reader.next()).isTrue();
        assertThat(reader.field()).isEqualTo(field);
    }

    /** Writes all kinds of fields, so that each grows the array in some round. */
    @Test
    void shouldGrowForAnyKindOfField() {
        for (int before = 0; before < 600; before++) {
            ArgsWriter fresh = new ArgsWriter();
            for (int i = 0; i < before; i++) {
                fresh.uint64Always(1, 0);
            }
            fresh.uint64(0x1FFFFFFF, -1).float32(0x1FFFFFFF, -1.5f).uint64(1, 0);
            fresh.float64(0x1FFFFFFF, 2.5).string(0x1FFFFFFF, "é");
            fresh.bytes(0x1FFFFFFF, MemorySegment.ofArray(new byte[7]));
            fresh.beginMessage(0x1FFFFFFF).endMessage();
            fresh.uint64Always(2, 0).uint64Always(3, 1);
            reader.wrap(ByteBuffer.wrap(fresh.array()), 0, fresh.length());
            for (int i = 0; i < before; i++) {
                next(1);
            }
            checkAllKinds();
        }
    }

    private void checkAllKinds() {
        next(0x1FFFFFFF);
        assertThat(reader.uint64()).isEqualTo(-1);
        next(0x1FFFFFFF);
        assertThat(reader.float32()).isEqualTo(-1.5f);
        next(0x1FFFFFFF);
        assertThat(reader.float64()).isEqualTo(2.5);
        next(0x1FFFFFFF);
        assertThat(reader.string()).isEqualTo("é");
        next(0x1FFFFFFF);
        assertThat(reader.bytes().remaining()).isEqualTo(7);
        next(0x1FFFFFFF);
        int outer = reader.enter();
        assertThat(reader.next()).isFalse();
        reader.leave(outer);
        next(2);
        assertThat(reader.uint64()).isZero();
        next(3);
        assertThat(reader.next()).isFalse();
    }

    @Test
    void shouldGrowForValuesLargerThanTheArray() {
        String text = "x".repeat(10_000);
        byte[] data = new byte[100_000];
        Arrays.fill(data, (byte) 7);
        writer.string(1, text).bytes(2, MemorySegment.ofArray(data));
        written();
        next(1);
        assertThat(reader.string()).isEqualTo(text);
        next(2);
        assertThat(reader.bytes()).isEqualTo(ByteBuffer.wrap(data));
        assertThat(reader.next()).isFalse();
    }

    @Test
    void shouldLeaveOutWhatProto3LeavesOut() {
        writer.uint64(1, 0).float32(2, 0).float64(3, 0).string(4, "");
        writer.bytes(5, MemorySegment.ofArray(new byte[0]));
        assertThat(writer.length()).isZero();
    }

    @Test
    void shouldWriteTheLengthOfALongMessage() throws Exception {
        byte[] data = new byte[3_000_000];
        writer.beginMessage(1).bytes(2, MemorySegment.ofArray(data)).endMessage();
        UnknownFieldSet outer =
                UnknownFieldSet.parseFrom(Arrays.copyOf(writer.array(), writer.length()));
        UnknownFieldSet inner =
                UnknownFieldSet.parseFrom(outer.getField(1).getLengthDelimitedList().getFirst());
        assertThat(inner.getField(2).getLengthDelimitedList().getFirst().size())
                .isEqualTo(data.length);
    }

    @Test
    void shouldNestSixteenMessagesAndNoMore() {
        for (int depth = 0; depth < 16; depth++) {
            writer.beginMessage(1);
        }
        assertThatThrownBy(() -> writer.beginMessage(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("messages are nested deeper than 16");
        writer.reset().beginMessage(1).endMessage();
        assertThat(writer.length()).isEqualTo(5);
    }

    @Test
    void shouldReadBools() {
        message(8, 0, 16, 1, 24, 2);
        next(1);
        assertThat(reader.bool()).isFalse();
        next(2);
        assertThat(reader.bool()).isTrue();
        next(3);
        assertThat(reader.bool()).as("protobuf takes any number but 0 for true").isTrue();
    }

    @Test
    void shouldReadLittleEndianNumbersFromABufferOfAnyOrder() {
        writer.float32(1, 1f).bytes(2, MemorySegment.ofArray(new float[] {2f}));
        ByteBuffer big = ByteBuffer.wrap(writer.array()).order(ByteOrder.BIG_ENDIAN);
        reader.wrap(big, 0, writer.length());
        next(1);
        assertThat(reader.float32()).isEqualTo(1f);
        next(2);
        assertThat(reader.bytes().getFloat(0)).isEqualTo(2f);
        assertThat(big.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
    }

    @Test
    void shouldSkipFieldsThatWereNotRead() {
        writer.uint64(1, 300).float64(2, 1).float32(3, 1).string(4, "text").uint64(5, 6);
        written();
        for (int field = 1; field <= 5; field++) {
            next(field);
        }
        assertThat(reader.uint64()).isEqualTo(6);
        reader.skip();
        assertThat(reader.next()).as("a field that was read is not skipped").isFalse();
    }

    @Test
    void shouldContinueAfterAMessageThatWasNotReadToItsEnd() {
        writer.beginMessage(1).uint64(2, 3).uint64(4, 5).endMessage().uint64(6, 7);
        written();
        next(1);
        int outer = reader.enter();
        next(2);
        reader.leave(outer);
        next(6);
        assertThat(reader.uint64()).isEqualTo(7);
        assertThat(reader.next()).isFalse();
    }

    @Test
    void shouldReadPackedNumbersToTheirEnd() {
        message(10, 3, 5, 0x80, 1, 16, 9);
        next(1);
        int outer = reader.enter();
        assertThat(reader.hasNumber()).isTrue();
        assertThat(reader.number()).isEqualTo(5);
        assertThat(reader.hasNumber()).isTrue();
        assertThat(reader.number()).isEqualTo(128);
        assertThat(reader.hasNumber()).isFalse();
        reader.leave(outer);
        next(2);
    }

    private void shouldRefuse(Runnable read, String why) {
        assertThatThrownBy(read::run)
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining(why);
    }

    @Test
    void shouldRefuseToReadAFieldAsAnotherKind() {
        message(8, 1);
        shouldRefuse(reader::uint64, "field 0 has wire type 0");
        next(1);
        shouldRefuse(reader::string, "field 1 has wire type 0 where 2 belongs");
        shouldRefuse(reader::bytes, "where 2 belongs");
        shouldRefuse(reader::enter, "where 2 belongs");
        shouldRefuse(() -> reader.message(new ArgsReader()), "where 2 belongs");
        shouldRefuse(reader::float32, "where 5 belongs");
        shouldRefuse(reader::float64, "where 1 belongs");
        assertThat(reader.uint64()).isEqualTo(1);
        shouldRefuse(reader::uint64, "field 1");
    }

    @Test
    void shouldRefuseTagsThatProtobufDoesNotHave() {
        shouldRefuse(() -> message(0, 1).next(), "field tag 0 is not valid");
        shouldRefuse(() -> message(0x80, 0x80, 0x80, 0x80, 0x10).next(), "field tag 4294967296");
        message(11);
        next(1);
        shouldRefuse(reader::skip, "field 1 has the unknown wire type 3");
    }

    @Test
    void shouldRefuseFieldsThatAreCutOff() {
        message(10, 3, 1, 2);
        next(1);
        shouldRefuse(reader::string, "field 1 claims 3 bytes where 2 are left");
        message(10, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1);
        next(1);
        shouldRefuse(reader::bytes, "field 1 claims -1 bytes where 0 are left");
        message(13, 1, 2, 3);
        next(1);
        shouldRefuse(reader::float32, "field 1 is cut off");
        message(8, 0x80);
        next(1);
        shouldRefuse(reader::uint64, "a varint is cut off");
    }

    @Test
    void shouldRefuseAVarintOfMoreThanTenBytes() {
        message(8, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1);
        next(1);
        assertThat(reader.uint64()).isEqualTo(Long.MIN_VALUE);
        message(8, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1);
        next(1);
        shouldRefuse(reader::uint64, "a varint has more than ten bytes");
    }

    @Test
    void shouldRefuseAMessageOutsideItsBuffer() {
        ByteBuffer buffer = ByteBuffer.allocate(10);
        shouldRefuse(() -> reader.wrap(buffer, -1, 2), "arguments at -1..1 exceed the frame's 10");
        shouldRefuse(() -> reader.wrap(buffer, 2, -1), "arguments at 2..1");
        shouldRefuse(() -> reader.wrap(buffer, 8, 3), "arguments at 8..11");
        shouldRefuse(() -> reader.wrap(buffer, 8, Integer.MAX_VALUE), "8..2147483655");
        assertThat(reader.wrap(buffer, 10, 0).next()).isFalse();
    }
}
