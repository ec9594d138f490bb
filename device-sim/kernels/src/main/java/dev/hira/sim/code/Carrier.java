package dev.hira.sim.code;

import dev.hira.sim.ptx.model.ScalarType;

/** The Java type that holds a register's value. */
public enum Carrier {
    /** A predicate. */
    BOOLEAN,
    /**
     * Up to 32 bits that are not a floating-point number; the upper bits of 8-bit and 16-bit values
     * are zero.
     */
    INT,
    LONG,
    FLOAT,
    DOUBLE;

    /**
     * Returns the carrier for values of a type.
     *
     * @throws IllegalArgumentException when no register can hold them, as with 128 bits
     */
    public static Carrier of(ScalarType type) {
        return switch (type) {
            case PRED -> BOOLEAN;
            case F32, TF32 -> FLOAT;
            case F64 -> DOUBLE;
            case B64, U64, S64, TEXREF, SAMPLERREF, SURFREF -> LONG;
            case B8, U8, S8, B16, U16, S16, F16, BF16, E4M3X2, E5M2X2 -> INT;
            case B32, U32, S32, F16X2, BF16X2, U16X2, S16X2 -> INT;
            case B128 ->
                    throw new IllegalArgumentException("No register holds 128 bits in one piece.");
        };
    }
}
