package dev.hira.sim.ops.integer;

/** Logic, counting and fields of bits in words of 64 bits. */
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

    /** One for zero, zero for all else. */
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

    /** Where the highest one is; -1 when there is none. */
    public static int bfindU64(long a) {
        return 63 - Long.numberOfLeadingZeros(a);
    }

    /** Where the highest bit is that differs from the sign; -1 when there is none. */
    public static int bfindS64(long a) {
        return bfindU64(a ^ a >> 63);
    }

    /** By how much to shift left to bring the found bit to the top; -1 when there is none. */
    public static int bfindShiftamtU64(long a) {
        return a == 0 ? -1 : Long.numberOfLeadingZeros(a);
    }

    public static int bfindShiftamtS64(long a) {
        return bfindShiftamtU64(a ^ a >> 63);
    }

    /** The field of the given position and length, both of which count their lower 8 bits only. */
    public static long bfeU64(long a, int position, int length) {
        int from = position & 0xff;
        long field = from > 63 ? 0 : a >>> from;
        return field & lowOnes(length & 0xff);
    }

    /** As unsigned, but filled with the field's highest bit, or the word's where it ends before. */
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

    /** What b is with the lowest bits of a in the place of the field. */
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
