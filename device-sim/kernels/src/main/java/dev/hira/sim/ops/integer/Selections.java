package dev.hira.sim.ops.integer;

/**
 * {@code selp}, which selects one of two values by a predicate, and {@code slct}, which selects by
 * the sign of a number; -0 is positive and NaN negative.
 */
public final class Selections {
    private Selections() {}

    public static int selpB32(int a, int b, boolean first) {
        return first ? a : b;
    }

    public static long selpB64(long a, long b, boolean first) {
        return first ? a : b;
    }

    public static float selpF32(float a, float b, boolean first) {
        return first ? a : b;
    }

    public static double selpF64(double a, double b, boolean first) {
        return first ? a : b;
    }

    public static int slctB32S32(int a, int b, int sign) {
        return sign >= 0 ? a : b;
    }

    public static int slctB32F32(int a, int b, float sign) {
        return sign >= 0 ? a : b;
    }

    public static long slctB64S32(long a, long b, int sign) {
        return sign >= 0 ? a : b;
    }

    public static long slctB64F32(long a, long b, float sign) {
        return sign >= 0 ? a : b;
    }

    public static float slctF32S32(float a, float b, int sign) {
        return sign >= 0 ? a : b;
    }

    public static float slctF32F32(float a, float b, float sign) {
        return sign >= 0 ? a : b;
    }

    public static double slctF64S32(double a, double b, int sign) {
        return sign >= 0 ? a : b;
    }

    public static double slctF64F32(double a, double b, float sign) {
        return sign >= 0 ? a : b;
    }

    /** Selects by the sign, with denormals as zero. */
    public static int slctFtzB32F32(int a, int b, float sign) {
        return sign > -Float.MIN_NORMAL ? a : b;
    }

    public static long slctFtzB64F32(long a, long b, float sign) {
        return sign > -Float.MIN_NORMAL ? a : b;
    }

    public static float slctFtzF32F32(float a, float b, float sign) {
        return sign > -Float.MIN_NORMAL ? a : b;
    }

    public static double slctFtzF64F32(double a, double b, float sign) {
        return sign > -Float.MIN_NORMAL ? a : b;
    }
}
