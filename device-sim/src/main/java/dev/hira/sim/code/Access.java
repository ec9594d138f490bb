package dev.hira.sim.code;

import dev.hira.sim.ptx.ScalarType;

/**
 * How an instruction accesses memory.
 *
 * @param type of each element in memory; narrower ones are extended by their sign or by zeros to
 *     the width of the register when they are loaded
 * @param elements 1, 2, 4 or 8 next to each other; all of them together must be aligned
 * @param order how strictly it is ordered with other accesses
 */
public record Access(Space space, ScalarType type, int elements, Order order) {
    /** Memory order. */
    public enum Order {
        WEAK,
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
}
