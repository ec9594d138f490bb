package dev.hira.sim.ops.integer;

/** Logic, counting and fields of bits in words of 32 bits; logic also of 16 bits and predicates. */
public final class Bits32 {
    private Bits32() {}

    public static boolean andPRED(boolean a, boolean b) {
        return a && b;
    }

    public static boolean orPRED(boolean a, boolean b) {
        return a || b;
    }

    public static boolean xorPRED(boolean a, boolean b) {
        return a ^ b;
    }

    public static boolean notPRED(boolean a) {
        return !a;
    }

    public static int andB16(int a, int b) {
        return a & b;
    }

    public static int orB16(int a, int b) {
        return a | b;
    }

    public static int xorB16(int a, int b) {
        return a ^ b;
    }

    public static int notB16(int a) {
        return a ^ 0xffff;
    }

    public static int cnotB16(int a) {
        return a == 0 ? 1 : 0;
    }

    public static int andB32(int a, int b) {
        return a & b;
    }

    public static int orB32(int a, int b) {
        return a | b;
    }

    public static int xorB32(int a, int b) {
        return a ^ b;
    }

    public static int notB32(int a) {
        return ~a;
    }

    /** One for zero, zero for all else. */
    public static int cnotB32(int a) {
        return a == 0 ? 1 : 0;
    }

    public static int popcB32(int a) {
        return Integer.bitCount(a);
    }

    public static int clzB32(int a) {
        return Integer.numberOfLeadingZeros(a);
    }

    public static int brevB32(int a) {
        return Integer.reverse(a);
    }

    /** Where the highest one is; -1 when there is none. */
    public static int bfindU32(int a) {
        return 31 - Integer.numberOfLeadingZeros(a);
    }

    /** Where the highest bit is that differs from the sign; -1 when there is none. */
    public static int bfindS32(int a) {
        return bfindU32(a ^ a >> 31);
    }

    /** By how much to shift left to bring the found bit to the top; -1 when there is none. */
    public static int bfindShiftamtU32(int a) {
        return a == 0 ? -1 : Integer.numberOfLeadingZeros(a);
    }

    public static int bfindShiftamtS32(int a) {
        return bfindShiftamtU32(a ^ a >> 31);
    }

    /** The field of the given position and length, both of which count their lower 8 bits only. */
    public static int bfeU32(int a, int position, int length) {
        int from = position & 0xff;
        int field = from > 31 ? 0 : a >>> from;
        return field & lowOnes(length & 0xff);
    }

    /** As unsigned, but filled with the field's highest bit, or the word's where it ends before. */
    public static int bfeS32(int a, int position, int length) {
        int from = position & 0xff;
        int bits = length & 0xff;
        if (bits == 0) {
            return 0;
        }
        int field = a >> Math.min(from, 31);
        int above = 32 - Math.min(bits, 32);
        return field << above >> above;
    }

    /** What b is with the lowest bits of a in the place of the field. */
    public static int bfiB32(int a, int b, int position, int length) {
        int from = position & 0xff;
        if (from > 31) {
            return b;
        }
        int field = lowOnes(length & 0xff) << from;
        return (b & ~field) | ((a << from) & field);
    }

    /** Ones from a position, as many as the width says, counting the lower 5 bits of both. */
    public static int bmskWrapB32(int position, int width) {
        return lowOnes(width & 31) << (position & 31);
    }

    /** The same, but positions and widths beyond 31 mean the end. */
    public static int bmskClampB32(int position, int width) {
        if (Integer.compareUnsigned(position, 31) > 0) {
            return 0;
        }
        return lowOnes(Integer.compareUnsigned(width, 31) > 0 ? 32 : width) << position;
    }

    /** The lowest bits of a, as many as b's lower 5 bits say. */
    public static int szextWrapU32(int a, int b) {
        return a & lowOnes(b & 31);
    }

    public static int szextWrapS32(int a, int b) {
        int above = 32 - (b & 31);
        return above == 32 ? 0 : a << above >> above;
    }

    /** The lowest bits of a, as many as b says, all when that is too many. */
    public static int szextClampU32(int a, int b) {
        return Integer.compareUnsigned(b, 31) > 0 ? a : szextWrapU32(a, b);
    }

    public static int szextClampS32(int a, int b) {
        return Integer.compareUnsigned(b, 31) > 0 ? a : szextWrapS32(a, b);
    }

    /**
     * Where the n-th one of the mask is, counted from a base, upwards for positive n and downwards
     * for negative; for 0 the base itself. -1 when there is none.
     */
    public static int fnsB32(int mask, int base, int n) {
        if (Integer.compareUnsigned(base, 31) > 0) {
            return -1;
        }
        if (n == 0) {
            return (mask >>> base & 1) == 1 ? base : -1;
        }
        int step = n > 0 ? 1 : -1;
        int missing = Math.abs(n);
        for (int at = base; at >= 0 && at < 32; at += step) {
            missing -= mask >>> at & 1;
            if (missing == 0) {
                return at;
            }
        }
        return -1;
    }

    private static int lowOnes(int count) {
        return count > 31 ? -1 : (1 << count) - 1;
    }
}
