package dev.hira.sim.ops.floating;

/**
 * {@code setp} of f32 and f64. The ordered comparisons are false when an operand is NaN; those with
 * a u are true.
 */
public final class CompareFloats {
    private CompareFloats() {}

    public static boolean setpEqF32(float a, float b) {
        return a == b;
    }

    public static boolean setpNeF32(float a, float b) {
        return a < b || a > b;
    }

    public static boolean setpLtF32(float a, float b) {
        return a < b;
    }

    public static boolean setpLeF32(float a, float b) {
        return a <= b;
    }

    public static boolean setpGtF32(float a, float b) {
        return a > b;
    }

    public static boolean setpGeF32(float a, float b) {
        return a >= b;
    }

    public static boolean setpEquF32(float a, float b) {
        return !(a < b || a > b);
    }

    public static boolean setpNeuF32(float a, float b) {
        return a != b;
    }

    public static boolean setpLtuF32(float a, float b) {
        return !(a >= b);
    }

    public static boolean setpLeuF32(float a, float b) {
        return !(a > b);
    }

    public static boolean setpGtuF32(float a, float b) {
        return !(a <= b);
    }

    public static boolean setpGeuF32(float a, float b) {
        return !(a < b);
    }

    public static boolean setpNumF32(float a, float b) {
        return !Float.isNaN(a) && !Float.isNaN(b);
    }

    public static boolean setpNanF32(float a, float b) {
        return Float.isNaN(a) || Float.isNaN(b);
    }

    public static boolean setpEqF64(double a, double b) {
        return a == b;
    }

    public static boolean setpNeF64(double a, double b) {
        return a < b || a > b;
    }

    public static boolean setpLtF64(double a, double b) {
        return a < b;
    }

    public static boolean setpLeF64(double a, double b) {
        return a <= b;
    }

    public static boolean setpGtF64(double a, double b) {
        return a > b;
    }

    public static boolean setpGeF64(double a, double b) {
        return a >= b;
    }

    public static boolean setpEquF64(double a, double b) {
        return !(a < b || a > b);
    }

    public static boolean setpNeuF64(double a, double b) {
        return a != b;
    }

    public static boolean setpLtuF64(double a, double b) {
        return !(a >= b);
    }

    public static boolean setpLeuF64(double a, double b) {
        return !(a > b);
    }

    public static boolean setpGtuF64(double a, double b) {
        return !(a <= b);
    }

    public static boolean setpGeuF64(double a, double b) {
        return !(a < b);
    }

    public static boolean setpNumF64(double a, double b) {
        return !Double.isNaN(a) && !Double.isNaN(b);
    }

    public static boolean setpNanF64(double a, double b) {
        return Double.isNaN(a) || Double.isNaN(b);
    }
}
