package dev.hira.sim.ops.floating;

/**
 * {@code add}, {@code sub}, {@code mul}, {@code fma}, {@code div}, {@code rcp} and {@code sqrt} of
 * f64 with the roundings .rz (toward zero), .rm (down) and .rp (up): the nearest value, corrected
 * by the sign of its error.
 */
public final class Directed64 {
    private Directed64() {}

    public static double addRzF64(double a, double b) {
        double nearest = a + b;
        return Rounding.f64Rz(nearest, Rounding.errorOfSum(a, b, nearest));
    }

    public static double subRzF64(double a, double b) {
        return addRzF64(a, -b);
    }

    public static double mulRzF64(double a, double b) {
        double nearest = a * b;
        return Rounding.f64Rz(nearest, Residuals.ofProduct(a, b, nearest));
    }

    public static double fmaRzF64(double a, double b, double c) {
        double nearest = Math.fma(a, b, c);
        return Rounding.f64Rz(nearest, Residuals.ofFma(a, b, c, nearest));
    }

    public static double divRzF64(double a, double b) {
        double nearest = a / b;
        return Rounding.f64Rz(nearest, Residuals.ofQuotient(a, b, nearest));
    }

    public static double rcpRzF64(double a) {
        return divRzF64(1, a);
    }

    public static double sqrtRzF64(double a) {
        double nearest = Math.sqrt(a);
        return Rounding.f64Rz(nearest, Residuals.ofRoot(a, nearest));
    }

    public static double addRmF64(double a, double b) {
        return sumRm(a, b);
    }

    public static double subRmF64(double a, double b) {
        return sumRm(a, -b);
    }

    public static double mulRmF64(double a, double b) {
        double nearest = a * b;
        return Rounding.f64Rm(nearest, Residuals.ofProduct(a, b, nearest));
    }

    public static double fmaRmF64(double a, double b, double c) {
        double nearest = Math.fma(a, b, c);
        if (nearest == 0) {
            return fmaRmNearZero(a, b, c, nearest);
        }
        return Rounding.f64Rm(nearest, Residuals.ofFma(a, b, c, nearest));
    }

    public static double divRmF64(double a, double b) {
        double nearest = a / b;
        return Rounding.f64Rm(nearest, Residuals.ofQuotient(a, b, nearest));
    }

    public static double rcpRmF64(double a) {
        return divRmF64(1, a);
    }

    public static double sqrtRmF64(double a) {
        double nearest = Math.sqrt(a);
        return Rounding.f64Rm(nearest, Residuals.ofRoot(a, nearest));
    }

    public static double addRpF64(double a, double b) {
        double nearest = a + b;
        return Rounding.f64Rp(nearest, Rounding.errorOfSum(a, b, nearest));
    }

    public static double subRpF64(double a, double b) {
        return addRpF64(a, -b);
    }

    public static double mulRpF64(double a, double b) {
        double nearest = a * b;
        return Rounding.f64Rp(nearest, Residuals.ofProduct(a, b, nearest));
    }

    public static double fmaRpF64(double a, double b, double c) {
        double nearest = Math.fma(a, b, c);
        return Rounding.f64Rp(nearest, Residuals.ofFma(a, b, c, nearest));
    }

    public static double divRpF64(double a, double b) {
        double nearest = a / b;
        return Rounding.f64Rp(nearest, Residuals.ofQuotient(a, b, nearest));
    }

    public static double rcpRpF64(double a) {
        return divRpF64(1, a);
    }

    public static double sqrtRpF64(double a) {
        double nearest = Math.sqrt(a);
        return Rounding.f64Rp(nearest, Residuals.ofRoot(a, nearest));
    }

    /** Returns the sum rounded down; a sum of opposite values is -0. */
    private static double sumRm(double a, double b) {
        double nearest = a + b;
        return nearest == 0
                ? Rounding.zeroRm(a, b)
                : Rounding.f64Rm(nearest, Rounding.errorOfSum(a, b, nearest));
    }

    private static double fmaRmNearZero(double a, double b, double c, double nearest) {
        double error = Residuals.ofFma(a, b, c, nearest);
        if (error != 0) {
            return Rounding.f64Rm(nearest, error);
        }
        boolean negative = 1 / c < 0 || (Math.copySign(1, a) != Math.copySign(1, b));
        return c != 0 || negative ? -0.0 : 0.0;
    }
}
