package dev.hira.sim.code;

import dev.hira.sim.ptx.ScalarType;

/**
 * How an instruction accesses memory.
 *
 * <p>Loads and stores have the types u8, u16, u32, u64, f32 and f64, loads also s8, s16 and s32.
 * With f32 and f64 the registers and values have the carriers FLOAT and DOUBLE. With the others
 * those of a store have INT, or LONG for u64; those of a load have INT or LONG, and what is
 * narrower than the register is extended to its width, by its sign for the signed types, which
 * occur only where that matters. An atomic access has the type that its instruction names.
 *
 * @param type of each element in memory
 * @param elements 1, 2, 4 or 8 next to each other; all of them together must be aligned
 * @param order how strictly it is ordered with other accesses
 */
public record Access(Space space, ScalarType type, int elements, Order order) {
    /** Memory order. */
    public enum Order {
        WEAK,
        /** Reads what the kernel does not write while it runs. */
        READ_ONLY,
        VOLATILE,
        RELAXED,
        ACQUIRE,
        RELEASE,
        ACQUIRE_RELEASE
    }

    /** Bytes of the whole access. */
    public int bytes() {
        return type.bytes() * elements;
    }

    /**
     * Bytes that engines move at once. Devices never tear aligned vectors, and algorithms that
     * publish a status and its value as a pair rely on it; 8 bytes are the most that the host has.
     */
    public int wordBytes() {
        return Math.min(Long.BYTES, bytes());
    }

    /** The number of elements in a word. */
    public int wordElements() {
        return wordBytes() / type.bytes();
    }
}
