package dev.hira.sim.ops.floating;

/**
 * {@code add}, {@code sub}, {@code mul}, {@code fma}, {@code div}, {@code rcp} and {@code sqrt} of
 * f64, rounded to nearest even, and the exact {@code neg}, {@code abs}, {@code copysign}, {@code
 * min}, {@code max} and {@code testp}.
 */
public final class Floats64 {
    private static final long SIGN = 0x8000000000000000L;

    private Floats64() {}

    /** Clamps to [0, 1]; NaN and -0 become +0. */
    public static double saturateF64(double a) {
        return a > 0 ? Math.min(a, 1) : 0;
    }

    public static double addF64(double a, double b) {
        return a + b;
    }

    public static double subF64(double a, double b) {
        return a - b;
    }

    public static double mulF64(double a, double b) {
        return a * b;
    }

    public static double fmaF64(double a, double b, double c) {
        return Math.fma(a, b, c);
    }

    public static double divF64(double a, double b) {
        return a / b;
    }

    public static double rcpF64(double a) {
        return 1 / a;
    }

    public static double sqrtF64(double a) {
        return Math.sqrt(a);
    }

    public static double negF64(double a) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(a) ^ SIGN);
    }

    public static double absF64(double a) {
        return Math.abs(a);
    }

    /** Returns the magnitude of b with the sign of a. */
    public static double copysignF64(double a, double b) {
        long sign = Double.doubleToRawLongBits(a) & SIGN;
        return Double.longBitsToDouble(sign | (Double.doubleToRawLongBits(b) & ~SIGN));
    }

    /** Returns the smaller number; a NaN counts as absent, and -0 as smaller than +0. */
    public static double minF64(double a, double b) {
        if (Double.isNaN(a)) {
            return b;
        }
        return Double.isNaN(b) ? a : Math.min(a, b);
    }

    public static double maxF64(double a, double b) {
        if (Double.isNaN(a)) {
            return b;
        }
        return Double.isNaN(b) ? a : Math.max(a, b);
    }

    public static boolean testpFiniteF64(double a) {
        return Math.abs(a) <= Double.MAX_VALUE;
    }

    public static boolean testpInfiniteF64(double a) {
        return Math.abs(a) == Double.POSITIVE_INFINITY;
    }

    public static boolean testpNumberF64(double a) {
        return !Double.isNaN(a);
    }

    public static boolean testpNotanumberF64(double a) {
        return Double.isNaN(a);
    }

    /** Returns whether it is finite and not denormal; zero counts as normal. */
    public static boolean testpNormalF64(double a) {
        return testpFiniteF64(a) && !testpSubnormalF64(a);
    }

    public static boolean testpSubnormalF64(double a) {
        return Math.abs(a) < Double.MIN_NORMAL && a != 0;
    }
}
