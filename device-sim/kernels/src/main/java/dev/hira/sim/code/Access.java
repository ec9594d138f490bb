package dev.hira.sim.code;

import dev.hira.sim.ptx.model.ScalarType;

/**
 * How an instruction accesses memory.
 *
 * <p>Loads and stores have the types u8, u16, u32, u64, f32 and f64; loads also have s8, s16 and
 * s32. With f32 and f64 the registers and values have the carriers FLOAT and DOUBLE. With the other
 * types, the values of a store have INT, or LONG for u64; the registers of a load have INT or LONG.
 * A loaded value that is narrower than its register is extended to the register's width, by its
 * sign for the signed types, which occur only where the sign matters. An atomic access has the type
 * that its instruction names.
 *
 * @param type of each element in memory
 * @param elements 1, 2, 4 or 8 adjacent elements; all of them together must be aligned
 * @param order how strictly the access is ordered with other accesses
 */
public record Access(Space space, ScalarType type, int elements, Order order) {
    /** Memory order. */
    public enum Order {
        WEAK,
        /** Reads memory that the kernel does not write while it runs. */
        READ_ONLY,
        VOLATILE,
        RELAXED,
        ACQUIRE,
        RELEASE,
        ACQUIRE_RELEASE
    }

    /** The size of the whole access in bytes. */
    public int bytes() {
        return type.bytes() * elements;
    }

    /**
     * The number of bytes that engines move at once. Devices never tear aligned vectors, and
     * algorithms that publish a status and its value as a pair rely on it; the host moves at most 8
     * bytes at once.
     */
    public int wordBytes() {
        return Math.min(Long.BYTES, bytes());
    }

    /** The number of elements in a word. */
    public int wordElements() {
        return wordBytes() / type.bytes();
    }
}
