package dev.hira.wire;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Encodes and decodes repeated numbers as protobuf packs them: the content of one bytes field,
 * consecutive varints or fixed numbers.
 */
public final class Packed {
    private Packed() {}

    /** Encodes repeated 64-bit integers. */
    public static MemorySegment longs(long[] values) {
        byte[] out = new byte[values.length * 10];
        int length = 0;
        for (long value : values) {
            length = Varints.put(out, length, value);
        }
        return MemorySegment.ofArray(out).asSlice(0, length);
    }

    /** Encodes repeated signed 32-bit integers or enum values. */
    public static MemorySegment ints(int[] values) {
        return longs(Arrays.stream(values).asLongStream().toArray());
    }

    /** Encodes repeated unsigned 32-bit integers. */
    public static MemorySegment unsignedInts(int[] values) {
        return longs(Arrays.stream(values).mapToLong(Integer::toUnsignedLong).toArray());
    }

    /** Encodes repeated floats. */
    public static MemorySegment floats(float[] values) {
        ByteBuffer out = littleEndian(values.length * 4);
        for (float value : values) {
            out.putFloat(value);
        }
        return MemorySegment.ofBuffer(out.flip());
    }

    /** Encodes repeated doubles. */
    public static MemorySegment doubles(double[] values) {
        ByteBuffer out = littleEndian(values.length * 8);
        for (double value : values) {
            out.putDouble(value);
        }
        return MemorySegment.ofBuffer(out.flip());
    }

    /** Decodes repeated 64-bit integers; refuses a truncated one. */
    public static long[] longs(ByteBuffer in) {
        long[] values = new long[count(in)];
        for (int i = 0; i < values.length; i++) {
            values[i] = varint(in);
        }
        if (in.hasRemaining()) {
            throw new MalformedFrameException("a repeated number is cut off");
        }
        return values;
    }

    /**
     * Counts the varints that end in the buffer, so that no memory is allocated for missing ones.
     */
    private static int count(ByteBuffer in) {
        int count = 0;
        for (int i = in.position(); i < in.limit(); i++) {
            count += in.get(i) >= 0 ? 1 : 0;
        }
        return count;
    }

    /** Decodes repeated 32-bit integers or enum values. */
    public static int[] ints(ByteBuffer in) {
        return Arrays.stream(longs(in)).mapToInt(value -> (int) value).toArray();
    }

    /** Decodes repeated floats. */
    public static float[] floats(ByteBuffer in) {
        float[] values = new float[whole(in, 4)];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.getFloat();
        }
        return values;
    }

    /** Decodes repeated doubles. */
    public static double[] doubles(ByteBuffer in) {
        double[] values = new double[whole(in, 8)];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.getDouble();
        }
        return values;
    }

    private static int whole(ByteBuffer in, int bytes) {
        if (in.remaining() % bytes != 0) {
            throw new MalformedFrameException(
                    "repeated numbers of " + bytes + " bytes take " + in.remaining() + " bytes");
        }
        return in.remaining() / bytes;
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static long varint(ByteBuffer in) {
        long result = 0;
        for (int shift = 0; shift < 64 && in.hasRemaining(); shift += 7) {
            byte b = in.get();
            result |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                return result;
            }
        }
        throw new MalformedFrameException("a repeated number is cut off or too long");
    }
}
