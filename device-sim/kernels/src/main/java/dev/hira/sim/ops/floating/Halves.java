package dev.hira.sim.ops.floating;

/** What f16 and bf16 have in common: the places of their bits in words, and their sign. */
public final class Halves {
    static final int NAN = 0x7fff;
    static final int SIGN = 0x8000;

    private Halves() {}

    public static int low(int pair) {
        return pair & 0xffff;
    }

    public static int high(int pair) {
        return pair >>> 16;
    }

    public static int pair(int low, int high) {
        return high << 16 | low;
    }

    /** Ones in all bits where a condition holds, else zero. */
    public static int one(boolean holds) {
        return holds ? 0xffff : 0;
    }

    public static int neg(int half) {
        return half ^ SIGN;
    }

    public static int abs(int half) {
        return half & ~SIGN;
    }

    /** Zero for what is negative; NaN, which is canonical already, stays. */
    public static int relu(int half) {
        return (half & SIGN) == 0 ? half : 0;
    }

    /**
     * A product and a sum of halves, rounded to odd, so that rounding it to a half is the only
     * rounding that shows. A double holds the product exactly.
     */
    public static float fused(float a, float b, float c) {
        double product = (double) a * b;
        double sum = product + c;
        return Rounding.odd(Rounding.odd(sum, Rounding.errorOfSum(product, c, sum)));
    }

    /**
     * The half nearest to a value, or its neighbour when that is the one on the side of zero.
     *
     * @param wide the value of the nearest one
     */
    public static int towardZero(int nearest, float wide, float a) {
        return Math.abs(wide) > Math.abs(a) ? nearest - 1 : nearest;
    }

    /** As {@link #towardZero}, on the side of negative values. */
    public static int down(int nearest, float wide, float a) {
        if (!(wide > a)) {
            return nearest;
        }
        return isNegative(nearest) ? nearest + 1 : nearest - 1;
    }

    /** As {@link #towardZero}, on the side of positive values. */
    public static int up(int nearest, float wide, float a) {
        if (!(wide < a)) {
            return nearest;
        }
        return isNegative(nearest) ? nearest - 1 : nearest + 1;
    }

    public static boolean isNegative(int half) {
        return (half & SIGN) != 0;
    }
}
