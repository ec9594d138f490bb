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
            case SHARED ->
                    get(array(block, Space.SHARED, block.shared, place, bytes), place, bytes);
            case LOCAL ->
                    get(array(block, Space.LOCAL, block.local(thread), place, bytes), place, bytes);
            case PARAM ->
                    get(
                            array(block, Space.PARAM, block.grid.parameters(), place, bytes),
                            place,
                            bytes);
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
            case SHARED ->
                    put(
                            array(block, Space.SHARED, block.shared, place, bytes),
                            place,
                            bytes,
                            value);
            case LOCAL ->
                    put(
                            array(block, Space.LOCAL, block.local(thread), place, bytes),
                            place,
                            bytes,
                            value);
            case PARAM ->
                    throw DeviceFault.illegal(
                            "read-only parameter",
                            address,
                            bytes,
                            "kernels cannot write parameters");
        }
    }

    /** Refuses an address that is not a multiple of the size of the access. */
    public static void requireAligned(Space space, long address, int bytes) {
        if ((address & (bytes - 1)) != 0) {
            throw DeviceFault.misaligned(
                    space.name().toLowerCase(java.util.Locale.ROOT), address, bytes);
        }
    }

    private static MemorySegment array(
            BlockState block, Space space, byte[] array, long address, int bytes) {
        if (address < 0 || address > array.length - bytes) {
            throw outside(block, space, array.length, address, bytes);
        }
        return MemorySegment.ofArray(array);
    }

    private static DeviceFault outside(
            BlockState block, Space space, int size, long address, int bytes) {
        return switch (space) {
            case SHARED ->
                    DeviceFault.illegal(
                            "shared",
                            address,
                            bytes,
                            "the block has "
                                    + size
                                    + " bytes of shared memory, of which the launch gave "
                                    + block.grid.shape().dynamicSharedBytes()
                                    + " (dynamic)");
            case LOCAL ->
                    DeviceFault.illegal(
                            "local",
                            address,
                            bytes,
                            "the thread has " + size + " bytes of local memory");
            case PARAM, GLOBAL, GENERIC ->
                    DeviceFault.illegal(
                            "parameter",
                            address,
                            bytes,
                            "the kernel has " + size + " bytes of parameters");
        };
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
