package dev.hira.sim.opencl.device;

import dev.hira.sim.opencl.object.OpenClFailures;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The value of a property, as C lays it out.
 *
 * @param bytes little-endian
 */
@SuppressWarnings("ArrayRecordComponent") // never changed, never compared
public record InfoValue(byte[] bytes) {
    /** The size of a {@code cl_name_version}: a version and 64 bytes of a name. */
    private static final int NAME_AND_VERSION = 68;

    /** A {@code cl_uint} or another number of 32 bits. */
    public static InfoValue ofInt(int number) {
        byte[] bytes = new byte[Integer.BYTES];
        littleEndian(bytes).putInt(number);
        return new InfoValue(bytes);
    }

    /** A {@code cl_bool}. */
    public static InfoValue ofBool(boolean value) {
        return ofInt(value ? 1 : 0);
    }

    /** A {@code size_t}, a {@code cl_ulong}, a bit field or a name. */
    public static InfoValue ofLong(long number) {
        return ofLongs(number);
    }

    /** An array of numbers of 64 bits. */
    public static InfoValue ofLongs(long... numbers) {
        byte[] bytes = new byte[numbers.length * Long.BYTES];
        littleEndian(bytes).asLongBuffer().put(numbers);
        return new InfoValue(bytes);
    }

    /** A text with a zero byte at its end. */
    public static InfoValue ofText(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        return new InfoValue(Arrays.copyOf(encoded, encoded.length + 1));
    }

    /** Names with versions: arrays of {@code cl_name_version}. */
    public static InfoValue ofVersions(int version, String... names) {
        byte[] bytes = new byte[names.length * NAME_AND_VERSION];
        ByteBuffer into = littleEndian(bytes);
        for (int i = 0; i < names.length; i++) {
            int at = i * NAME_AND_VERSION;
            into.putInt(at, version);
            into.put(at + Integer.BYTES, names[i].getBytes(StandardCharsets.UTF_8));
        }
        return new InfoValue(bytes);
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Writes the value, if there is memory for it; returns its size.
     *
     * @throws dev.hira.api.opencl.OpenClException when the memory is too small
     */
    public long give(long room, @Nullable MemorySegment into) {
        if (into != null) {
            if (room < bytes.length || room > into.byteSize()) {
                throw OpenClFailures.invalidValue(
                        "the value has "
                                + bytes.length
                                + " bytes, but there is memory for "
                                + Long.toUnsignedString(room)
                                + ", given as "
                                + into.byteSize()
                                + " bytes");
            }
            MemorySegment.copy(bytes, 0, into, ValueLayout.JAVA_BYTE, 0, bytes.length);
        }
        return bytes.length;
    }
}
