package dev.hira.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class PackedTest {
    private static ByteBuffer read(MemorySegment packed) {
        return ByteBuffer.wrap(packed.toArray(ValueLayout.JAVA_BYTE))
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ByteBuffer bytes(int... values) {
        ByteBuffer out = ByteBuffer.allocate(values.length);
        for (int value : values) {
            out.put((byte) value);
        }
        return out.flip();
    }

    @Test
    void shouldPackFloatsAsLittleEndianNumbers() {
        MemorySegment packed = Packed.floats(new float[] {1f, -0f});
        assertThat(packed.toArray(ValueLayout.JAVA_BYTE))
                .containsExactly(0, 0, 0x80, 0x3F, 0, 0, 0, 0x80);
        assertThat(Packed.floats(read(packed))).containsExactly(1f, -0f);
        assertThat(Packed.floats(bytes())).isEmpty();
    }

    @Test
    void shouldPackDoublesAsLittleEndianNumbers() {
        MemorySegment packed = Packed.doubles(new double[] {1, 2.5});
        assertThat(packed.toArray(ValueLayout.JAVA_BYTE))
                .containsExactly(0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 4, 0x40);
        assertThat(Packed.doubles(read(packed))).containsExactly(1, 2.5);
        assertThat(Packed.doubles(bytes())).isEmpty();
    }

    @Test
    void shouldExtendTheSignOfSignedNumbersOnly() {
        int[] values = {-1, 127, 128, Integer.MIN_VALUE};
        assertThat(Packed.ints(read(Packed.ints(values)))).isEqualTo(values);
        assertThat(Packed.longs(read(Packed.ints(values))))
                .containsExactly(-1, 127, 128, Integer.MIN_VALUE);
        assertThat(Packed.longs(read(Packed.unsignedInts(values))))
                .containsExactly(0xFFFFFFFFL, 127, 128, 0x80000000L);
    }

    @Test
    void shouldRefuseHalfANumber() {
        assertThatThrownBy(() -> Packed.floats(bytes(1, 2, 3, 4, 5)))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessage("repeated numbers of 4 bytes take 5 bytes");
        assertThatThrownBy(() -> Packed.doubles(bytes(1, 2, 3, 4)))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessage("repeated numbers of 8 bytes take 4 bytes");
        assertThatThrownBy(() -> Packed.longs(bytes(5, 0x80)))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessage("a repeated number is cut off");
    }

    @Test
    void shouldRefuseANumberOfMoreThanTenBytes() {
        byte[] most = new byte[10];
        Arrays.fill(most, (byte) 0x80);
        most[9] = 1;
        assertThat(Packed.longs(ByteBuffer.wrap(most))).containsExactly(Long.MIN_VALUE);
        byte[] more = new byte[11];
        Arrays.fill(more, (byte) 0x80);
        more[10] = 1;
        assertThatThrownBy(() -> Packed.longs(ByteBuffer.wrap(more)))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("too long");
    }

    @Test
    void shouldReadFromThePositionOfTheBuffer() {
        ByteBuffer in = bytes(9, 0x80, 1, 7).position(1);
        assertThat(Packed.longs(in)).containsExactly(128, 7);
        assertThat(in.hasRemaining()).isFalse();
    }
}
