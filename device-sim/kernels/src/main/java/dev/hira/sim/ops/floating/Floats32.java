package dev.hira.sim.ops.floating;

/**
 * {@code add}, {@code sub}, {@code mul}, {@code fma}, {@code div}, {@code rcp} and {@code sqrt} of
 * f32, rounded to nearest even, and the exact {@code neg}, {@code abs}, {@code copysign}, {@code
 * min}, {@code max} and {@code testp}.
 */
public final class Floats32 {
    /** The canonical NaN of PTX. */
    public static final float NAN = Float.intBitsToFloat(0x7fffffff);

    private static final int SIGN = 0x80000000;

    private Floats32() {}

    /** Replaces denormals by zero of the same sign. */
    public static float flushF32(float a) {
        return Math.abs(a) < Float.MIN_NORMAL ? a * 0.0f : a;
    }

    /** Clamps to [0, 1]; NaN and -0 become +0. */
    public static float saturateF32(float a) {
        return a > 0 ? Math.min(a, 1) : 0;
    }

    public static float addF32(float a, float b) {
        return a + b;
    }

    public static float subF32(float a, float b) {
        return a - b;
    }

    public static float mulF32(float a, float b) {
        return a * b;
    }

    public static float fmaF32(float a, float b, float c) {
        return Math.fma(a, b, c);
    }

    public static float divF32(float a, float b) {
        return a / b;
    }

    public static float rcpF32(float a) {
        return 1 / a;
    }

    public static float sqrtF32(float a) {
        return (float) Math.sqrt(a);
    }

    public static float negF32(float a) {
        return Float.intBitsToFloat(Float.floatToRawIntBits(a) ^ SIGN);
    }

    public static float absF32(float a) {
        return Math.abs(a);
    }

    /** Returns the magnitude of b with the sign of a. */
    public static float copysignF32(float a, float b) {
        int sign = Float.floatToRawIntBits(a) & SIGN;
        return Float.intBitsToFloat(sign | (Float.floatToRawIntBits(b) & ~SIGN));
    }

    /** Returns the smaller number; a NaN counts as absent, and -0 as smaller than +0. */
    public static float minF32(float a, float b) {
        if (Float.isNaN(a)) {
            return Float.isNaN(b) ? NAN : b;
        }
        return Float.isNaN(b) ? a : Math.min(a, b);
    }

    public static float maxF32(float a, float b) {
        if (Float.isNaN(a)) {
            return Float.isNaN(b) ? NAN : b;
        }
        return Float.isNaN(b) ? a : Math.max(a, b);
    }

    /** Returns the smaller number, or NaN when an operand is NaN. */
    public static float minNanF32(float a, float b) {
        return Float.isNaN(a) || Float.isNaN(b) ? NAN : Math.min(a, b);
    }

    public static float maxNanF32(float a, float b) {
        return Float.isNaN(a) || Float.isNaN(b) ? NAN : Math.max(a, b);
    }

    /** Returns the smaller magnitude with the exclusive or of the signs. */
    public static float minXorsignAbsF32(float a, float b) {
        return xorSign(minF32(Math.abs(a), Math.abs(b)), a, b);
    }

    public static float maxXorsignAbsF32(float a, float b) {
        return xorSign(maxF32(Math.abs(a), Math.abs(b)), a, b);
    }

    public static float minNanXorsignAbsF32(float a, float b) {
        return xorSign(minNanF32(Math.abs(a), Math.abs(b)), a, b);
    }

    public static float maxNanXorsignAbsF32(float a, float b) {
        return xorSign(maxNanF32(Math.abs(a), Math.abs(b)), a, b);
    }

    public static float min3F32(float a, float b, float c) {
        return minF32(minF32(a, b), c);
    }

    public static float max3F32(float a, float b, float c) {
        return maxF32(maxF32(a, b), c);
    }

    public static float min3NanF32(float a, float b, float c) {
        return minNanF32(minNanF32(a, b), c);
    }

    public static float max3NanF32(float a, float b, float c) {
        return maxNanF32(maxNanF32(a, b), c);
    }

    /** Returns the smallest magnitude. */
    public static float min3AbsF32(float a, float b, float c) {
        return min3F32(Math.abs(a), Math.abs(b), Math.abs(c));
    }

    public static float max3AbsF32(float a, float b, float c) {
        return max3F32(Math.abs(a), Math.abs(b), Math.abs(c));
    }

    public static float min3NanAbsF32(float a, float b, float c) {
        return min3NanF32(Math.abs(a), Math.abs(b), Math.abs(c));
    }

    public static float max3NanAbsF32(float a, float b, float c) {
        return max3NanF32(Math.abs(a), Math.abs(b), Math.abs(c));
    }

    private static float xorSign(float magnitude, float a, float b) {
        int sign = (Float.floatToRawIntBits(a) ^ Float.floatToRawIntBits(b)) & SIGN;
        return Float.isNaN(magnitude)
                ? NAN
                : Float.intBitsToFloat(Float.floatToRawIntBits(magnitude) | sign);
    }

    public static boolean testpFiniteF32(float a) {
        return Math.abs(a) <= Float.MAX_VALUE;
    }

    public static boolean testpInfiniteF32(float a) {
        return Math.abs(a) == Float.POSITIVE_INFINITY;
    }

    public static boolean testpNumberF32(float a) {
        return !Float.isNaN(a);
    }

    public static boolean testpNotanumberF32(float a) {
        return Float.isNaN(a);
    }

    /** Returns whether it is finite and not denormal; zero counts as normal. */
    public static boolean testpNormalF32(float a) {
        return testpFiniteF32(a) && !testpSubnormalF32(a);
    }

    public static boolean testpSubnormalF32(float a) {
        return Math.abs(a) < Float.MIN_NORMAL && a != 0;
    }
}
