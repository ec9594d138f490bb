package dev.hira.sim.ops.convert;

import dev.hira.sim.ops.floating.Rounding;

/** {@code cvt} from integers to f32 and f64, exact or with the roundings .rn, .rz, .rm and .rp. */
public final class IntegersToFloats {
    private IntegersToFloats() {}

    public static float cvtF32U8(int a) {
        return a;
    }

    public static float cvtF32S8(int a) {
        return (byte) a;
    }

    public static float cvtF32U16(int a) {
        return a;
    }

    public static float cvtF32S16(int a) {
        return (short) a;
    }

    public static float cvtRnF32S32(int a) {
        return a;
    }

    public static float cvtRnF32U32(int a) {
        return Integer.toUnsignedLong(a);
    }

    public static float cvtRnF32S64(long a) {
        return a;
    }

    public static float cvtRnF32U64(long a) {
        return a >= 0 ? a : halved(a) * 2.0f;
    }

    public static float cvtRzF32S32(int a) {
        return Rounding.f32Rz((double) a);
    }

    public static float cvtRzF32U32(int a) {
        return Rounding.f32Rz((double) Integer.toUnsignedLong(a));
    }

    public static float cvtRzF32S64(long a) {
        return Rounding.f32Rz(odd(a));
    }

    public static float cvtRzF32U64(long a) {
        return Rounding.f32Rz(oddUnsigned(a));
    }

    public static float cvtRmF32S32(int a) {
        return Rounding.f32Rm((double) a);
    }

    public static float cvtRmF32U32(int a) {
        return Rounding.f32Rm((double) Integer.toUnsignedLong(a));
    }

    public static float cvtRmF32S64(long a) {
        return Rounding.f32Rm(odd(a));
    }

    public static float cvtRmF32U64(long a) {
        return Rounding.f32Rm(oddUnsigned(a));
    }

    public static float cvtRpF32S32(int a) {
        return Rounding.f32Rp((double) a);
    }

    public static float cvtRpF32U32(int a) {
        return Rounding.f32Rp((double) Integer.toUnsignedLong(a));
    }

    public static float cvtRpF32S64(long a) {
        return Rounding.f32Rp(odd(a));
    }

    public static float cvtRpF32U64(long a) {
        return Rounding.f32Rp(oddUnsigned(a));
    }

    public static double cvtF64U8(int a) {
        return a;
    }

    public static double cvtF64S8(int a) {
        return (byte) a;
    }

    public static double cvtF64U16(int a) {
        return a;
    }

    public static double cvtF64S16(int a) {
        return (short) a;
    }

    public static double cvtF64U32(int a) {
        return Integer.toUnsignedLong(a);
    }

    public static double cvtF64S32(int a) {
        return a;
    }

    public static double cvtRnF64S64(long a) {
        return a;
    }

    public static double cvtRnF64U64(long a) {
        return a >= 0 ? a : halved(a) * 2.0;
    }

    public static double cvtRzF64S64(long a) {
        return Rounding.f64Rz((double) a, -compare((double) a, a));
    }

    public static double cvtRzF64U64(long a) {
        return a >= 0 ? cvtRzF64S64(a) : cvtRzF64S64(halved(a)) * 2;
    }

    public static double cvtRmF64S64(long a) {
        return Rounding.f64Rm((double) a, -compare((double) a, a));
    }

    public static double cvtRmF64U64(long a) {
        return a >= 0 ? cvtRmF64S64(a) : cvtRmF64S64(halved(a)) * 2;
    }

    public static double cvtRpF64S64(long a) {
        return Rounding.f64Rp((double) a, -compare((double) a, a));
    }

    public static double cvtRpF64U64(long a) {
        return a >= 0 ? cvtRpF64S64(a) : cvtRpF64S64(halved(a)) * 2;
    }

    /** Returns half of an unsigned number, with its last bit set when any bit was lost. */
    private static long halved(long a) {
        return (a >>> 1) | (a & 1);
    }

    /** Compares a double to which a whole number was rounded with that number. */
    private static int compare(double rounded, long exact) {
        return rounded == 0x1p63 ? 1 : Long.compare((long) rounded, exact);
    }

    /**
     * Returns the number rounded to odd, exact or with its last bit set, so that it can be rounded
     * again.
     */
    public static double odd(long a) {
        double nearest = a;
        return Rounding.odd(nearest, -compare(nearest, a));
    }

    public static double oddUnsigned(long a) {
        return a >= 0 ? odd(a) : odd(halved(a)) * 2;
    }
}
