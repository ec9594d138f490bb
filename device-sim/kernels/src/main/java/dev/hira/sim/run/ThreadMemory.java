package dev.hira.sim.run;

import dev.hira.sim.code.Space;
import dev.hira.sim.code.Windows;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Accesses all memory of one thread, by space and address. It checks every access. */
public final class ThreadMemory {
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private ThreadMemory() {}

    /**
     * Reads a number, zero-extended.
     *
     * @param bytes 1, 2, 4 or 8
     * @throws DeviceFault when the address is misaligned or out of bounds
     */
    public static long load(BlockState block, int thread, Space space, long address, int bytes) {
        Space actual = space == Space.GENERIC ? Windows.spaceOf(address) : space;
        long place = space == Space.GENERIC ? address - Windows.of(actual) : address;
        requireAligned(actual, place, bytes);
        return switch (actual) {
            case GLOBAL, GENERIC -> {
                DeviceMemory memory = block.grid.memory();
                yield get(memory.segment(place, bytes), memory.offset(place), bytes);
            }
            case SHARED -> get(array(block.shared, "shared", place, bytes), place, bytes);
            case LOCAL -> get(array(block.local(thread), "local", place, bytes), place, bytes);
            case PARAM ->
                    get(array(block.grid.parameters(), "parameter", place, bytes), place, bytes);
        };
    }

    /**
     * Writes the low bytes of a number.
     *
     * @param bytes 1, 2, 4 or 8
     * @throws DeviceFault when the address is misaligned, out of bounds or read-only
     */
    public static void store(
            BlockState block, int thread, Space space, long address, int bytes, long value) {
        Space actual = space == Space.GENERIC ? Windows.spaceOf(address) : space;
        long place = space == Space.GENERIC ? address - Windows.of(actual) : address;
        requireAligned(actual, place, bytes);
        switch (actual) {
            case GLOBAL, GENERIC -> {
                DeviceMemory memory = block.grid.memory();
                put(memory.segment(place, bytes), memory.offset(place), bytes, value);
            }
            case SHARED -> put(array(block.shared, "shared", place, bytes), place, bytes, value);
            case LOCAL ->
                    put(array(block.local(thread), "local", place, bytes), place, bytes, value);
            case PARAM -> throw DeviceFault.illegal("read-only parameter", address, bytes);
        }
    }

    /** Refuses an address that is not a multiple of the size of the access. */
    public static void requireAligned(Space space, long address, int bytes) {
        if ((address & (bytes - 1)) != 0) {
            throw DeviceFault.misaligned(
                    space.name().toLowerCase(java.util.Locale.ROOT), address, bytes);
        }
    }

    private static MemorySegment array(byte[] array, String what, long address, int bytes) {
        if (address < 0 || address > array.length - bytes) {
            throw DeviceFault.illegal(what, address, bytes);
        }
        return MemorySegment.ofArray(array);
    }

    private static long get(MemorySegment segment, long offset, int bytes) {
        return switch (bytes) {
            case 1 -> segment.get(ValueLayout.JAVA_BYTE, offset) & 0xffL;
            case 2 -> segment.get(SHORT, offset) & 0xffffL;
            case 4 -> segment.get(INT, offset) & 0xffff_ffffL;
            default -> segment.get(LONG, offset);
        };
    }

    private static void put(MemorySegment segment, long offset, int bytes, long value) {
        switch (bytes) {
            case 1 -> segment.set(ValueLayout.JAVA_BYTE, offset, (byte) value);
            case 2 -> segment.set(SHORT, offset, (short) value);
            case 4 -> segment.set(INT, offset, (int) value);
            default -> segment.set(LONG, offset, value);
        }
    }
}
