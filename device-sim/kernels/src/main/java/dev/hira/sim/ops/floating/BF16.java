package dev.hira.sim.ops.floating;

/** Converts bf16, the upper half of a float, to float, and rounds floats to bf16. */
public final class BF16 {
    private static final int ONE = 0x3f80;
    private static final int INFINITY = 0x7f80;

    private BF16() {}

    public static float wide(int half) {
        return Float.intBitsToFloat(half << 16);
    }

    /** Rounds to the nearest value; every NaN becomes the canonical one. */
    public static int narrow(float a) {
        if (Float.isNaN(a)) {
            return Halves.NAN;
        }
        int bits = Float.floatToRawIntBits(a);
        int odd = (bits >>> 16) & 1;
        return (bits + 0x7fff + odd) >>> 16;
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

    /** Replaces an infinity by the largest number. */
    public static int finite(int half) {
        return (half & Halves.NAN) == INFINITY ? half - 1 : half;
    }

    /** Returns the number one if a condition holds, else zero. */
    public static int one(boolean holds) {
        return holds ? ONE : 0;
    }
}
