package dev.hira.icd.call;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** The whole memory of the process, for addresses that a program passes. */
public final class NativeMemory {
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private NativeMemory() {}

    public static long word(long address) {
        return ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, address);
    }

    public static void setWord(long address, long value) {
        ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, address, value);
    }

    static int number(long address) {
        return ALL.get(ValueLayout.JAVA_INT_UNALIGNED, address);
    }

    public static void setNumber(long address, int value) {
        ALL.set(ValueLayout.JAVA_INT_UNALIGNED, address, value);
    }

    public static void setByte(long address, byte value) {
        ALL.set(ValueLayout.JAVA_BYTE, address, value);
    }

    /** Returns the memory from an address on; a size that is too large for a segment is cut. */
    static MemorySegment at(long address, long size) {
        long most = Long.MAX_VALUE - address;
        return MemorySegment.ofAddress(address)
                .reinterpret(Long.compareUnsigned(size, most) > 0 ? most : size);
    }

    /** Returns a text of a length. */
    static String text(long address, long length) {
        byte[] bytes = at(address, length).toArray(ValueLayout.JAVA_BYTE);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Returns a text that ends with 0. */
    static String text(long address) {
        return ALL.getString(address, StandardCharsets.UTF_8);
    }
}
