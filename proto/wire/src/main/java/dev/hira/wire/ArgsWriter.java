package dev.hira.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes the fields of one protobuf message into a growing, reused byte array. Skips zero, false
 * and the empty string, as proto3 does. Belongs to one thread.
 */
public final class ArgsWriter {
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int MAX_NESTING = 16;

    /**
     * The number of bytes of a nested message's length, fixed so that the content need not be
     * moved.
     */
    private static final int LENGTH_BYTES = 4;

    private byte[] out = new byte[256];
    private MemorySegment segment = MemorySegment.ofArray(out);
    private int position;
    private final int[] open = new int[MAX_NESTING];
    private int depth;

    /** Drops the written fields. */
    public ArgsWriter reset() {
        position = 0;
        depth = 0;
        return this;
    }

    /**
     * Returns the array whose range {@code [0, length())} holds the written fields, until the next
     * write.
     */
    public byte[] array() {
        return out;
    }

    public int length() {
        return position;
    }

    public ArgsWriter uint64(int field, long value) {
        if (value != 0) {
            uint64Always(field, value);
        }
        return this;
    }

    /** Like {@link #uint64}, but writes a zero too: for optional and repeated fields. */
    public ArgsWriter uint64Always(int field, long value) {
        ensure(20);
        varint((long) field << 3);
        varint(value);
        return this;
    }

    public ArgsWriter float32(int field, float value) {
        int bits = Float.floatToRawIntBits(value);
        if (bits != 0) {
            ensure(14);
            varint(((long) field << 3) | 5);
            segment.set(INT, position, bits);
            position += 4;
        }
        return this;
    }

    public ArgsWriter float64(int field, double value) {
        long bits = Double.doubleToRawLongBits(value);
        if (bits != 0) {
            ensure(18);
            varint(((long) field << 3) | 1);
            segment.set(LONG, position, bits);
            position += 8;
        }
        return this;
    }

    public ArgsWriter string(int field, String value) {
        if (!value.isEmpty()) {
            byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
            ensure(20 + utf8.length);
            varint(((long) field << 3) | 2);
            varint(utf8.length);
            System.arraycopy(utf8, 0, out, position, utf8.length);
            position += utf8.length;
        }
        return this;
    }

    public ArgsWriter bytes(int field, MemorySegment value) {
        int length = Math.toIntExact(value.byteSize());
        if (length != 0) {
            ensure(20 + length);
            varint(((long) field << 3) | 2);
            varint(length);
            MemorySegment.copy(value, 0, segment, position, length);
            position += length;
        }
        return this;
    }

    /** Starts a nested message, which lasts until {@link #endMessage}. */
    public ArgsWriter beginMessage(int field) {
        if (depth == MAX_NESTING) {
            throw new IllegalStateException("messages are nested deeper than " + MAX_NESTING);
        }
        ensure(20);
        varint(((long) field << 3) | 2);
        open[depth++] = position;
        position += LENGTH_BYTES;
        return this;
    }

    /** Ends the nested message that was started last. */
    public ArgsWriter endMessage() {
        if (depth == 0) {
            throw new IllegalStateException("no nested message was started");
        }
        int start = open[--depth];
        int length = position - start - LENGTH_BYTES;
        if (length > Varints.MOST_IN_FOUR_BYTES) {
            throw new IllegalStateException(
                    "a nested message of " + length + " bytes exceeds 2^28 - 1");
        }
        Varints.putInFourBytes(out, start, length);
        return this;
    }

    private void varint(long value) {
        position = Varints.put(out, position, value);
    }

    private void ensure(int more) {
        if (out.length - position < more) {
            out = Arrays.copyOf(out, Math.max(out.length * 2, position + more));
            segment = MemorySegment.ofArray(out);
        }
    }
}
