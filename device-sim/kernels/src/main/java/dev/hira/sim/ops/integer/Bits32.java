package dev.hira.sim.ops.integer;

/**
 * {@code and}, {@code or}, {@code xor}, {@code not} and {@code cnot} of predicates and words of 16
 * and 32 bits, and {@code popc}, {@code clz}, {@code brev}, {@code bfind}, {@code bfe}, {@code
 * bfi}, {@code bmsk}, {@code szext} and {@code fns} of 32 bits.
 */
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

    /** Returns one for zero, otherwise zero. */
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

    /** Returns the position of the highest set bit, or -1. */
    public static int bfindU32(int a) {
        return 31 - Integer.numberOfLeadingZeros(a);
    }

    /** Returns the position of the highest bit that differs from the sign, or -1. */
    public static int bfindS32(int a) {
        return bfindU32(a ^ a >> 31);
    }

    /** Returns the left shift that brings the found bit to the top, or -1. */
    public static int bfindShiftamtU32(int a) {
        return a == 0 ? -1 : Integer.numberOfLeadingZeros(a);
    }

    public static int bfindShiftamtS32(int a) {
        return bfindShiftamtU32(a ^ a >> 31);
    }

    /** Returns the field at a position and of a length; only the lower 8 bits of both count. */
    public static int bfeU32(int a, int position, int length) {
        int from = position & 0xff;
        int field = from > 31 ? 0 : a >>> from;
        return field & lowOnes(length & 0xff);
    }

    /**
     * Returns the field as the unsigned form does, but filled with the field's highest bit, or with
     * the word's when the word ends earlier.
     */
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

    /** Returns b with the lowest bits of a in place of the field. */
    public static int bfiB32(int a, int b, int position, int length) {
        int from = position & 0xff;
        if (from > 31) {
            return b;
        }
        int field = lowOnes(length & 0xff) << from;
        return (b & ~field) | ((a << from) & field);
    }

    /** Returns ones from a position, as many as the width; only the lower 5 bits of both count. */
    public static int bmskWrapB32(int position, int width) {
        return lowOnes(width & 31) << (position & 31);
    }

    /** Returns the same mask, but positions and widths beyond 31 are clamped. */
    public static int bmskClampB32(int position, int width) {
        if (Integer.compareUnsigned(position, 31) > 0) {
            return 0;
        }
        return lowOnes(Integer.compareUnsigned(width, 31) > 0 ? 32 : width) << position;
    }

    /** Returns the lowest bits of a, as many as the lower 5 bits of b say. */
    public static int szextWrapU32(int a, int b) {
        return a & lowOnes(b & 31);
    }

    public static int szextWrapS32(int a, int b) {
        int above = 32 - (b & 31);
        return above == 32 ? 0 : a << above >> above;
    }

    /** Returns the lowest bits of a, as many as b says, or all of them. */
    public static int szextClampU32(int a, int b) {
        return Integer.compareUnsigned(b, 31) > 0 ? a : szextWrapU32(a, b);
    }

    public static int szextClampS32(int a, int b) {
        return Integer.compareUnsigned(b, 31) > 0 ? a : szextWrapS32(a, b);
    }

    /**
     * Returns the position of the n-th set bit of the mask, counted from a base, upwards for
     * positive n and downwards for negative n; the base itself for 0. Returns -1 when there is
     * none.
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
