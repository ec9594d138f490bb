package dev.hira.sim.ops;

/** What f16 and bf16 have in common: the places of their bits in words, and their sign. */
final class Halves {
    static final int NAN = 0x7fff;
    static final int SIGN = 0x8000;

    private Halves() {}

    static int low(int pair) {
        return pair & 0xffff;
    }

    static int high(int pair) {
        return pair >>> 16;
    }

    static int pair(int low, int high) {
        return high << 16 | low;
    }

    /** A pair that has a value where a condition holds, and zero elsewhere. */
    static int chosen(boolean low, boolean high, int value) {
        return pair(low ? value : 0, high ? value : 0);
    }

    /** Zero for what is negative; NaN, which is canonical already, stays. */
    static int relu(int half) {
        return (half & SIGN) == 0 ? half : 0;
    }

    /**
     * A product and a sum of halves, rounded to odd, so that rounding it to a half is the only
     * rounding that shows. A double holds the product exactly.
     */
    static float fused(float a, float b, float c) {
        double product = (double) a * b;
        double sum = product + c;
        return Rounding.odd(Rounding.odd(sum, Rounding.errorOfSum(product, c, sum)));
    }

    /** The half next to one on the side of zero, and the one on the other side. */
    static int inward(int half) {
        return half - 1;
    }

    static int outward(int half) {
        return half + 1;
    }

    static boolean isNegative(int half) {
        return (half & SIGN) != 0;
    }
}
