package dev.hira.sim.ops.integer;

/**
 * {@code and}, {@code or}, {@code xor}, {@code not}, {@code cnot}, {@code popc}, {@code clz},
 * {@code brev}, {@code bfind}, {@code bfe} and {@code bfi} of 64 bits.
 */
public final class Bits64 {
    private Bits64() {}

    public static long andB64(long a, long b) {
        return a & b;
    }

    public static long orB64(long a, long b) {
        return a | b;
    }

    public static long xorB64(long a, long b) {
        return a ^ b;
    }

    public static long notB64(long a) {
        return ~a;
    }

    /** Returns one for zero, otherwise zero. */
    public static long cnotB64(long a) {
        return a == 0 ? 1 : 0;
    }

    public static int popcB64(long a) {
        return Long.bitCount(a);
    }

    public static int clzB64(long a) {
        return Long.numberOfLeadingZeros(a);
    }

    public static long brevB64(long a) {
        return Long.reverse(a);
    }

    /** Returns the position of the highest set bit, or -1. */
    public static int bfindU64(long a) {
        return 63 - Long.numberOfLeadingZeros(a);
    }

    /** Returns the position of the highest bit that differs from the sign, or -1. */
    public static int bfindS64(long a) {
        return bfindU64(a ^ a >> 63);
    }

    /** Returns the left shift that brings the found bit to the top, or -1. */
    public static int bfindShiftamtU64(long a) {
        return a == 0 ? -1 : Long.numberOfLeadingZeros(a);
    }

    public static int bfindShiftamtS64(long a) {
        return bfindShiftamtU64(a ^ a >> 63);
    }

    /** Returns the field at a position and of a length; only the lower 8 bits of both count. */
    public static long bfeU64(long a, int position, int length) {
        int from = position & 0xff;
        long field = from > 63 ? 0 : a >>> from;
        return field & lowOnes(length & 0xff);
    }

    /**
     * Returns the field as the unsigned form does, but filled with the field's highest bit, or with
     * the word's when the word ends earlier.
     */
    public static long bfeS64(long a, int position, int length) {
        int from = position & 0xff;
        int bits = length & 0xff;
        if (bits == 0) {
            return 0;
        }
        long field = a >> Math.min(from, 63);
        int above = 64 - Math.min(bits, 64);
        return field << above >> above;
    }

    /** Returns b with the lowest bits of a in place of the field. */
    public static long bfiB64(long a, long b, int position, int length) {
        int from = position & 0xff;
        if (from > 63) {
            return b;
        }
        long field = lowOnes(length & 0xff) << from;
        return (b & ~field) | ((a << from) & field);
    }

    private static long lowOnes(int count) {
        return count > 63 ? -1L : (1L << count) - 1;
    }
}
