package dev.hira.sim.ops.floating;

import java.math.BigDecimal;

/**
 * The signs of the errors of rounded f64 results: numbers with the sign of exact minus rounded.
 * They come from fused multiply-adds on operands scaled to exponents near zero, so nothing
 * underflows; a result that overflowed to infinity has an error of the opposite sign.
 */
public final class Residuals {
    /** Up to this exponent the error of a sum of products neither overflows nor underflows. */
    private static final int TAME = 400;

    private Residuals() {}

    public static double ofProduct(double a, double b, double rounded) {
        if (!areOrdinary(a, b) || Double.isNaN(rounded)) {
            return 0;
        }
        if (Double.isInfinite(rounded)) {
            return -rounded;
        }
        int exponentA = exponent(a);
        int exponentB = exponent(b);
        double scaled = scale(rounded, -exponentA - exponentB);
        return Math.fma(scale(a, -exponentA), scale(b, -exponentB), -scaled);
    }

    public static double ofQuotient(double a, double b, double rounded) {
        if (!areOrdinary(a, b)) {
            return 0;
        }
        if (Double.isInfinite(rounded)) {
            return -rounded;
        }
        int exponentA = exponent(a);
        int exponentB = exponent(b);
        double divisor = scale(b, -exponentB);
        double quotient = scale(rounded, exponentB - exponentA);
        return Math.fma(-quotient, divisor, scale(a, -exponentA)) * Math.signum(divisor);
    }

    public static double ofRoot(double a, double rounded) {
        if (!(a > 0 && a <= Double.MAX_VALUE)) {
            return 0;
        }
        int half = exponent(a) >> 1;
        double root = scale(rounded, -half);
        return Math.fma(-root, root, scale(a, -2 * half));
    }

    public static double ofFma(double a, double b, double c, double rounded) {
        if (!isFinite(a) || !isFinite(b) || !isFinite(c)) {
            return 0;
        }
        if (Double.isInfinite(rounded)) {
            return -rounded;
        }
        if (a == 0 || b == 0 || c == 0) {
            return a == 0 || b == 0 ? 0 : ofProduct(a, b, rounded);
        }
        return isTame(a) && isTame(b) && isTame(c)
                ? ofTameFma(a, b, c, rounded)
                : exact(a, b, c, rounded);
    }

    /**
     * Returns the error of a fused multiply-add by error-free transformations (Boldo and Muller,
     * 2005).
     */
    private static double ofTameFma(double a, double b, double c, double rounded) {
        double product = a * b;
        double productError = Math.fma(a, b, -product);
        double low = c + productError;
        double lowError = Rounding.errorOfSum(c, productError, low);
        double high = product + low;
        double highError = Rounding.errorOfSum(product, low, high);
        return high - rounded + highError + lowError;
    }

    private static double exact(double a, double b, double c, double rounded) {
        return new BigDecimal(a)
                .multiply(new BigDecimal(b))
                .add(new BigDecimal(c))
                .compareTo(new BigDecimal(rounded));
    }

    private static boolean isFinite(double a) {
        return Math.abs(a) <= Double.MAX_VALUE;
    }

    private static boolean areOrdinary(double a, double b) {
        return isFinite(a) && isFinite(b) && a != 0 && b != 0;
    }

    private static boolean isTame(double a) {
        return Math.abs(Math.getExponent(a)) <= TAME;
    }

    /** Returns the exponent; all denormals get one fixed exponent, which is not far from theirs. */
    private static int exponent(double a) {
        return Math.getExponent(a);
    }

    private static double scale(double a, int exponent) {
        return Math.scalb(a, exponent);
    }
}
