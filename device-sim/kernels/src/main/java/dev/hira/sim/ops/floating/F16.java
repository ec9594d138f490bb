package dev.hira.sim.ops.floating;

/** Converts f16 to float, and rounds floats to f16. */
public final class F16 {
    private static final int ONE = 0x3c00;
    private static final int INFINITY = 0x7c00;

    private F16() {}

    public static float wide(int half) {
        return Float.float16ToFloat((short) half);
    }

    /** Rounds to the nearest value; every NaN becomes the canonical one. */
    public static int narrow(float a) {
        return Float.isNaN(a) ? Halves.NAN : Float.floatToFloat16(a) & 0xffff;
    }

    public static int narrowRz(float a) {
        int nearest = narrow(a);
        return Halves.towardZero(nearest, wide(nearest), a);
    }

    public static int narrowRm(float a) {
        int nearest = narrow(a);
        return Halves.down(nearest, wide(nearest), a);
    }

    public static int narrowRp(float a) {
        int nearest = narrow(a);
        return Halves.up(nearest, wide(nearest), a);
    }

    /** Replaces denormals by zero of the same sign. */
    public static int flush(int half) {
        return (half & INFINITY) == 0 ? half & Halves.SIGN : half;
    }

    /** Clamps to [0, 1]; NaN and -0 become +0. */
    public static int saturate(int half) {
        boolean nan = (half & Halves.NAN) > INFINITY;
        return nan || Halves.isNegative(half) ? 0 : Math.min(half, ONE);
    }

    /** Replaces an infinity by the largest number. */
    public static int finite(int half) {
        return (half & Halves.NAN) == INFINITY ? half - 1 : half;
    }

    /** Returns the number one if a condition holds, else zero. */
    public static int one(boolean holds) {
        return holds ? ONE : 0;
    }
}
