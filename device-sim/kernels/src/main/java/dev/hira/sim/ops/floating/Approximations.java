package dev.hira.sim.ops.floating;

/**
 * The approximate functions of f32, {@code .approx} and {@code .full} of {@code rcp}, {@code sqrt},
 * {@code rsqrt}, {@code div}, {@code ex2}, {@code lg2}, {@code sin}, {@code cos} and {@code tanh},
 * and {@code rcp} and {@code rsqrt} {@code .approx} of f64. Their errors are within the bounds that
 * PTX documents, and their results are the same on every host.
 *
 * <p>Each function is a short sequence of float operations without tables: the argument is reduced,
 * and a minimax polynomial (found by Remez' algorithm, with coefficients rounded to float) is
 * evaluated by Horner's scheme with fused multiply-adds. Reduction rounds to a whole number by
 * adding and subtracting {@link #ROUNDER}, which leaves that number in the lowest bits of the sum.
 * The errors, which tests check, are below 2^-22 relative for ex2, 2^-23 absolute or relative for
 * lg2, 2^-22 absolute for sin and cos within ±100π, and 2^-20 relative for tanh.
 */
public final class Approximations {
    /** One and a half times 2^23: a number added to it loses all bits below one. */
    private static final float ROUNDER = 0x1.8p23f;

    private static final int ROUNDER_BITS = 0x4b400000;
    private static final float TWO_OVER_PI = 0x1.45f306p-1f;

    /** Slightly less than half of π, so that zeros keep their sign. */
    private static final float HALF_PI = 0x1.921fb4p0f;

    private static final float HALF_PI_REST = 0x1.4442d2p-24f;

    /** The largest angle whose quadrant fits; PTX promises nothing beyond it. */
    private static final float FARTHEST_ANGLE = 0x1p22f;

    /** The lower bound of mantissas in logarithms: the root of one half. */
    private static final int ROOT_OF_HALF = 0x3f3504f3;

    private Approximations() {}

    public static float rcpApproxF32(float a) {
        return 1 / a;
    }

    public static float sqrtApproxF32(float a) {
        return (float) Math.sqrt(a);
    }

    public static float rsqrtApproxF32(float a) {
        return 1 / (float) Math.sqrt(a);
    }

    /** Divides; a divisor beyond 2^126 counts as infinite. */
    public static float divApproxF32(float a, float b) {
        return a / (Math.abs(b) > 0x1p126f ? b * Float.POSITIVE_INFINITY : b);
    }

    public static float divFullF32(float a, float b) {
        return a / b;
    }

    /**
     * Returns two to the power of a: a polynomial computes the fraction, and two halves of the rest
     * are added to the exponent.
     */
    public static float ex2ApproxF32(float a) {
        float power = Math.min(Math.max(a, -160), 160);
        float shifted = power + ROUNDER;
        int whole = Float.floatToRawIntBits(shifted) - ROUNDER_BITS;
        float f = power - (shifted - ROUNDER);
        float p = 0x1.448f94p-13f;
        p = Math.fma(p, f, 0x1.5f47bp-10f);
        p = Math.fma(p, f, 0x1.3b29aap-7f);
        p = Math.fma(p, f, 0x1.c6aedp-5f);
        p = Math.fma(p, f, 0x1.ebfbep-3f);
        p = Math.fma(p, f, 0x1.62e43p-1f);
        p = Math.fma(p, f, 1);
        int half = whole >> 1;
        return p * powerOfTwo(half) * powerOfTwo(whole - half);
    }

    private static float powerOfTwo(int exponent) {
        return Float.intBitsToFloat((exponent + 127) << 23);
    }

    /**
     * Returns the logarithm to base two; a polynomial computes that of a mantissa between the roots
     * of ½ and 2.
     */
    public static float lg2ApproxF32(float a) {
        boolean denormal = a < Float.MIN_NORMAL;
        int bits = Float.floatToRawIntBits(denormal ? a * 0x1p23f : a);
        int exponent = (bits - ROOT_OF_HALF) >> 23;
        float f = Float.intBitsToFloat(bits - (exponent << 23)) - 1;
        float p = 0x1.08bba4p-3f;
        p = Math.fma(p, f, -0x1.abe568p-3f);
        p = Math.fma(p, f, 0x1.b8c13ap-3f);
        p = Math.fma(p, f, -0x1.e8ced4p-3f);
        p = Math.fma(p, f, 0x1.26d982p-2f);
        p = Math.fma(p, f, -0x1.715f9ap-2f);
        p = Math.fma(p, f, 0x1.ec73bep-2f);
        p = Math.fma(p, f, -0x1.71546cp-1f);
        p = Math.fma(p, f, 0x1.715476p0f);
        float whole = denormal ? exponent - 23 : exponent;
        float logarithm = Math.fma(p, f, whole);
        return a > 0 && a < Float.POSITIVE_INFINITY ? logarithm : logarithmOfSpecial(a);
    }

    private static float logarithmOfSpecial(float a) {
        if (a == 0) {
            return Float.NEGATIVE_INFINITY;
        }
        return a > 0 ? Float.POSITIVE_INFINITY : Floats32.NAN;
    }

    public static float sinApproxF32(float a) {
        return Math.abs(a) <= FARTHEST_ANGLE ? turned(a, 0) : (float) StrictMath.sin(a);
    }

    public static float cosApproxF32(float a) {
        return Math.abs(a) <= FARTHEST_ANGLE ? turned(a, 1) : (float) StrictMath.cos(a);
    }

    /** Returns the sine of an angle plus a number of right angles. */
    private static float turned(float a, int rightAngles) {
        float shifted = Math.fma(a, TWO_OVER_PI, ROUNDER);
        float nearest = shifted - ROUNDER;
        float r = Math.fma(-nearest, HALF_PI, a);
        r = Math.fma(-nearest, HALF_PI_REST, r);
        int quadrant = Float.floatToRawIntBits(shifted) + rightAngles;
        float value = (quadrant & 1) == 0 ? sineNearZero(r) : cosineNearZero(r);
        int sign = (quadrant & 2) << 30;
        return Float.intBitsToFloat(Float.floatToRawIntBits(value) ^ sign);
    }

    private static float sineNearZero(float r) {
        float square = r * r;
        float p = Math.fma(-0x1.992c32p-13f, square, 0x1.1106fcp-7f);
        p = Math.fma(p, square, -0x1.555544p-3f);
        return r * Math.fma(p, square, 1);
    }

    private static float cosineNearZero(float r) {
        float square = r * r;
        float p = Math.fma(-0x1.644ec4p-10f, square, 0x1.553eb6p-5f);
        p = Math.fma(p, square, -0x1.ffffb6p-2f);
        return Math.fma(p, square, 1);
    }

    /**
     * Returns the hyperbolic tangent: by a polynomial near zero, elsewhere by the exponential
     * function.
     */
    public static float tanhApproxF32(float a) {
        float magnitude = Math.abs(a);
        if (magnitude < 0.25f) {
            float square = a * a;
            float p = Math.fma(0x1.07b92ap-3f, square, -0x1.553e76p-2f);
            return a * Math.fma(p, square, 1);
        }
        float exponential = ex2ApproxF32(magnitude * 0x1.715476p1f);
        return Math.copySign(1 - 2 / (exponential + 1), a);
    }

    /** Returns a reciprocal that reads and writes only the upper halves of doubles. */
    public static double rcpApproxFtzF64(double a) {
        return upperHalf(1 / upperHalf(a));
    }

    public static double rsqrtApproxFtzF64(double a) {
        return upperHalf(1 / Math.sqrt(upperHalf(a)));
    }

    public static double rsqrtApproxF64(double a) {
        return 1 / Math.sqrt(a);
    }

    /**
     * Returns the value with its lower 32 bits cleared; denormals become zero, and every NaN the
     * same NaN.
     */
    private static double upperHalf(double a) {
        if (Double.isNaN(a)) {
            return Double.longBitsToDouble(0x7fffffff_00000000L);
        }
        long bits = Double.doubleToRawLongBits(a) & 0xffffffff_00000000L;
        return Math.abs(a) < Double.MIN_NORMAL
                ? Math.copySign(0.0, a)
                : Double.longBitsToDouble(bits);
    }
}
