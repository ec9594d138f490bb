package dev.hira.sim.ops.floating;

/**
 * {@code add}, {@code sub}, {@code mul}, {@code fma}, {@code div}, {@code rcp} and {@code sqrt} of
 * f32 with the roundings .rz (toward zero), .rm (down) and .rp (up). Doubles hold products of
 * floats exactly, sums when rounded to odd, and quotients and roots closely enough: unless one of
 * these is a float, it is farther from every float than a double's last bit.
 */
public final class Directed32 {
    private Directed32() {}

    public static float addRzF32(float a, float b) {
        return Rounding.f32Rz(sum(a, b));
    }

    public static float subRzF32(float a, float b) {
        return Rounding.f32Rz(sum(a, Floats32.negF32(b)));
    }

    public static float mulRzF32(float a, float b) {
        return Rounding.f32Rz((double) a * b);
    }

    public static float fmaRzF32(float a, float b, float c) {
        return Rounding.f32Rz(sum((double) a * b, c));
    }

    public static float divRzF32(float a, float b) {
        return Rounding.f32Rz((double) a / b);
    }

    public static float rcpRzF32(float a) {
        return Rounding.f32Rz(1.0 / a);
    }

    public static float sqrtRzF32(float a) {
        return Rounding.f32Rz(Math.sqrt(a));
    }

    public static float addRmF32(float a, float b) {
        return sumRm(a, b);
    }

    public static float subRmF32(float a, float b) {
        return sumRm(a, Floats32.negF32(b));
    }

    public static float mulRmF32(float a, float b) {
        return Rounding.f32Rm((double) a * b);
    }

    public static float fmaRmF32(float a, float b, float c) {
        return sumRm((double) a * b, c);
    }

    public static float divRmF32(float a, float b) {
        return Rounding.f32Rm((double) a / b);
    }

    public static float rcpRmF32(float a) {
        return Rounding.f32Rm(1.0 / a);
    }

    public static float sqrtRmF32(float a) {
        return Rounding.f32Rm(Math.sqrt(a));
    }

    public static float addRpF32(float a, float b) {
        return Rounding.f32Rp(sum(a, b));
    }

    public static float subRpF32(float a, float b) {
        return Rounding.f32Rp(sum(a, Floats32.negF32(b)));
    }

    public static float mulRpF32(float a, float b) {
        return Rounding.f32Rp((double) a * b);
    }

    public static float fmaRpF32(float a, float b, float c) {
        return Rounding.f32Rp(sum((double) a * b, c));
    }

    public static float divRpF32(float a, float b) {
        return Rounding.f32Rp((double) a / b);
    }

    public static float rcpRpF32(float a) {
        return Rounding.f32Rp(1.0 / a);
    }

    public static float sqrtRpF32(float a) {
        return Rounding.f32Rp(Math.sqrt(a));
    }

    /** Returns the sum, rounded to odd; one of the two may be the exact product of floats. */
    private static double sum(double a, double b) {
        double sum = a + b;
        return Rounding.odd(sum, Rounding.errorOfSum(a, b, sum));
    }

    /** Returns the sum rounded down; a sum of opposite values is -0. */
    private static float sumRm(double a, double b) {
        double sum = sum(a, b);
        return sum == 0 ? Rounding.zeroRm(a, b) : Rounding.f32Rm(sum);
    }
}
