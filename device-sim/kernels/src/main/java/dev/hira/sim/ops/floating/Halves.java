package dev.hira.sim.ops.floating;

/** The common part of f16 and bf16: the positions of halves in words, and their signs. */
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

    /** Returns all ones if a condition holds, else zero. */
    public static int one(boolean holds) {
        return holds ? 0xffff : 0;
    }

    public static int neg(int half) {
        return half ^ SIGN;
    }

    public static int abs(int half) {
        return half & ~SIGN;
    }

    /** Replaces a negative value by zero; NaN, which is already canonical, stays. */
    public static int relu(int half) {
        return (half & SIGN) == 0 ? half : 0;
    }

    /**
     * Returns a fused product and sum of halves, rounded to odd, so that only its later rounding to
     * a half takes effect. A double holds the product exactly.
     */
    public static float fused(float a, float b, float c) {
        double product = (double) a * b;
        double sum = product + c;
        return Rounding.odd(Rounding.odd(sum, Rounding.errorOfSum(product, c, sum)));
    }

    /**
     * Returns the half nearest to a value, or its neighbour toward zero when the nearest is on the
     * other side.
     *
     * @param wide the value of the nearest half
     */
    public static int towardZero(int nearest, float wide, float a) {
        return Math.abs(wide) > Math.abs(a) ? nearest - 1 : nearest;
    }

    /** Rounds as {@link #towardZero}, but down. */
    public static int down(int nearest, float wide, float a) {
        if (!(wide > a)) {
            return nearest;
        }
        return isNegative(nearest) ? nearest + 1 : nearest - 1;
    }

    /** Rounds as {@link #towardZero}, but up. */
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
