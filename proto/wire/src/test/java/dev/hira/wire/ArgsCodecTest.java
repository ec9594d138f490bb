package dev.hira.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnknownFieldSet;
import dev.hira.wire.v1.Open;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the small codec with protobuf's own. */
class ArgsCodecTest {
    private static final int MESSAGES = 20_000;

    private final ArgsWriter writer = new ArgsWriter();
    private final ArgsReader reader = new ArgsReader();

    private ArgsReader read(byte[] bytes, int length) {
        return reader.wrap(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), 0, length);
    }

    private static long varied(Random random) {
        return random.nextLong() >>> random.nextInt(64);
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(40); n > 0; n--) {
            text.appendCodePoint(random.nextInt(4) == 0 ? 0x1F600 + random.nextInt(9) : 'ä');
        }
        return text.toString();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {5, 6})
    void shouldWriteWhatProtobufReads(long seed) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < MESSAGES; i++) {
            Open open = randomOpen(random);
            write(open);
            ByteBuffer written = ByteBuffer.wrap(writer.array(), 0, writer.length());
            assertThat(Open.parseFrom(written)).isEqualTo(open);
        }
    }

    private static Open randomOpen(Random random) {
        Open.Builder open = Open.newBuilder();
        open.setProtocol((int) varied(random)).setApiDigest(varied(random));
        open.setVm(text(random)).setToken(text(random)).setWantsMemory(random.nextBoolean());
        for (int n = random.nextInt(4); n > 0; n--) {
            open.addDeviceOrdinals(random.nextInt(3));
        }
        return open.setMemorySize(varied(random)).build();
    }

    private void write(Open open) {
        writer.reset()
                .uint64(1, Integer.toUnsignedLong(open.getProtocol()))
                .uint64(3, open.getApiDigest())
                .string(4, open.getVm())
                .string(5, open.getToken())
                .uint64(8, open.getWantsMemory() ? 1 : 0);
        for (int ordinal : open.getDeviceOrdinalsList()) {
            writer.uint64Always(11, ordinal);
        }
        writer.uint64(13, open.getMemorySize());
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {7, 8})
    void shouldReadWhatProtobufWrites(long seed) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < MESSAGES; i++) {
            var bytes = new ByteArrayOutputStream();
            CodedOutputStream out = CodedOutputStream.newInstance(bytes);
            long[] expected = new long[30];
            for (int n = 0; n < expected.length; n++) {
                expected[n] = varied(random);
                writeOne(out, n, expected[n]);
            }
            out.flush();
            ArgsReader in = read(bytes.toByteArray(), bytes.size());
            for (int n = 0; n < expected.length; n++) {
                assertThat(in.next()).isTrue();
                assertThat(in.field()).isEqualTo(field(n));
                check(in, n, expected[n]);
            }
            assertThat(in.next()).isFalse();
        }
    }

    private static int field(int n) {
        return 1 + n * n * 31;
    }

    private static void writeOne(CodedOutputStream out, int n, long value) throws Exception {
        switch (n % 6) {
            case 0 -> out.writeUInt64(field(n), value);
            case 1 -> out.writeInt32(field(n), (int) value);
            case 2 -> out.writeDouble(field(n), Double.longBitsToDouble(value));
            case 3 -> out.writeFloat(field(n), Float.intBitsToFloat((int) value));
            case 4 -> out.writeString(field(n), Long.toString(value));
            default -> out.writeBool(field(n), value % 2 == 0);
        }
    }

    private static void check(ArgsReader in, int n, long value) {
        switch (n % 6) {
            case 0 -> assertThat(in.uint64()).isEqualTo(value);
            case 1 -> assertThat(in.int32()).isEqualTo((int) value);
            case 2 -> assertThat(Double.doubleToRawLongBits(in.float64())).isEqualTo(value);
            case 3 -> assertThat(Float.floatToRawIntBits(in.float32())).isEqualTo((int) value);
            case 4 -> assertThat(in.string()).isEqualTo(Long.toString(value));
            default -> in.skip();
        }
    }

    @Test
    void shouldNestMessagesAsProtobufDoes() throws Exception {
        writer.beginMessage(3);
        writer.uint64(1, 300).beginMessage(2).string(7, "deep").endMessage();
        writer.bytes(4, MemorySegment.ofArray(new float[] {1f}));
        writer.endMessage().float32(9, -0f).float64(10, 0d);
        UnknownFieldSet fields =
                UnknownFieldSet.parseFrom(Arrays.copyOf(writer.array(), writer.length()));
        UnknownFieldSet nested =
                UnknownFieldSet.parseFrom(fields.getField(3).getLengthDelimitedList().getFirst());
        assertThat(nested.getField(1).getVarintList()).containsExactly(300L);
        assertThat(nested.getField(4).getLengthDelimitedList().getFirst().toByteArray())
                .containsExactly(0, 0, 0x80, 0x3F);
        assertThat(fields.getField(9).getFixed32List()).as("minus zero is not zero").hasSize(1);
        assertThat(fields.hasField(10)).isFalse();
        ArgsReader inner = new ArgsReader();
        ArgsReader in = read(writer.array(), writer.length());
        assertThat(in.next()).isTrue();
        in.message(inner);
        assertThat(inner.next()).isTrue();
        assertThat(inner.uint64()).isEqualTo(300);
    }

    @Test
    void shouldRefuseTruncatedMessages() {
        writer.uint64(1, Long.MIN_VALUE).string(2, "some text").float64(3, 1).float32(4, 1);
        for (int length = 1; length < writer.length(); length++) {
            ArgsReader in = read(writer.array(), length);
            assertThatThrownBy(
                            () -> {
                                boolean boundary = false;
                                while (in.next()) {
                                    boundary = true;
                                    in.skip();
                                }
                                if (boundary) {
                                    throw new MalformedFrameException("ended between fields");
                                }
                            })
                    .isInstanceOf(MalformedFrameException.class);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {9, 10})
    void shouldPackNumbersAsProtobufDoes(long seed) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < 1000; i++) {
            long[] values = random.longs(random.nextInt(20)).map(v -> v >>> (v & 63)).toArray();
            var bytes = new ByteArrayOutputStream();
            CodedOutputStream out = CodedOutputStream.newInstance(bytes);
            for (long value : values) {
                out.writeUInt64NoTag(value);
            }
            out.flush();
            assertThat(Packed.longs(values).toArray(ValueLayout.JAVA_BYTE))
                    .isEqualTo(bytes.toByteArray());
            assertThat(Packed.longs(ByteBuffer.wrap(bytes.toByteArray()))).isEqualTo(values);
        }
        ByteBuffer cut = ByteBuffer.wrap(new byte[] {5, (byte) 0x80});
        assertThatThrownBy(() -> Packed.longs(cut)).isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void shouldRefuseAFieldOfAnotherType() {
        writer.string(1, "text");
        ArgsReader in = read(writer.array(), writer.length());
        assertThat(in.next()).isTrue();
        assertThatThrownBy(in::uint64)
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("field 1 has wire type 2 where 0 belongs");
    }

    @Test
    void shouldRefuseToEndAMessageThatWasNotStarted() {
        assertThatThrownBy(writer::endMessage).isInstanceOf(IllegalStateException.class);
    }
}
