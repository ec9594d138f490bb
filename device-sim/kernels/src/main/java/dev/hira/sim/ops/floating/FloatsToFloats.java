package dev.hira.sim.ops.floating;

/**
 * {@code cvt} among f32 and f64: exact, from f64 to f32 with the roundings .rn, .rz, .rm and .rp,
 * and to whole numbers of the same type with .rni, .rzi, .rmi and .rpi.
 */
public final class FloatsToFloats {
    private FloatsToFloats() {}

    public static float cvtF32F32(float a) {
        return a;
    }

    public static double cvtF64F64(double a) {
        return a;
    }

    public static double cvtF64F32(float a) {
        return a;
    }

    public static float cvtRnF32F64(double a) {
        return (float) a;
    }

    public static float cvtRzF32F64(double a) {
        return Rounding.f32Rz(a);
    }

    public static float cvtRmF32F64(double a) {
        return Rounding.f32Rm(a);
    }

    public static float cvtRpF32F64(double a) {
        return Rounding.f32Rp(a);
    }

    public static float cvtRniF32F32(float a) {
        return (float) Math.rint(a);
    }

    public static float cvtRziF32F32(float a) {
        return a < 0 ? (float) Math.ceil(a) : (float) Math.floor(a);
    }

    public static float cvtRmiF32F32(float a) {
        return (float) Math.floor(a);
    }

    public static float cvtRpiF32F32(float a) {
        return (float) Math.ceil(a);
    }

    public static double cvtRniF64F64(double a) {
        return Math.rint(a);
    }

    public static double cvtRziF64F64(double a) {
        return a < 0 ? Math.ceil(a) : Math.floor(a);
    }

    public static double cvtRmiF64F64(double a) {
        return Math.floor(a);
    }

    public static double cvtRpiF64F64(double a) {
        return Math.ceil(a);
    }
}
