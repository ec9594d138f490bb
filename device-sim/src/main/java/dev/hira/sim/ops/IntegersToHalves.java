package dev.hira.sim.ops;

/** Integers to f16 and bf16, with every rounding where it matters, and halves to f32 and f64. */
public final class IntegersToHalves {
    private IntegersToHalves() {}

    public static float cvtF32F16(int a) {
        return F16.wide(a);
    }

    public static double cvtF64F16(int a) {
        return F16.wide(a);
    }

    public static float cvtF32BF16(int a) {
        return BF16.wide(a);
    }

    public static double cvtF64BF16(int a) {
        return BF16.wide(a);
    }

    public static int cvtF16U8(int a) {
        return F16.narrow(a);
    }

    public static int cvtBF16U8(int a) {
        return BF16.narrow(a);
    }

    public static int cvtF16S8(int a) {
        return F16.narrow((byte) a);
    }

    public static int cvtBF16S8(int a) {
        return BF16.narrow((byte) a);
    }

    public static int cvtRnF16U16(int a) {
        return F16.narrow(a);
    }

    public static int cvtRnF16S16(int a) {
        return F16.narrow((short) a);
    }

    public static int cvtRnF16U32(int a) {
        return F16.narrow(Rounding.odd((double) Integer.toUnsignedLong(a)));
    }

    public static int cvtRnF16S32(int a) {
        return F16.narrow(Rounding.odd((double) a));
    }

    public static int cvtRnF16U64(long a) {
        return F16.narrow(Rounding.odd(IntegersToFloats.oddUnsigned(a)));
    }

    public static int cvtRnF16S64(long a) {
        return F16.narrow(Rounding.odd(IntegersToFloats.odd(a)));
    }

    public static int cvtRzF16U16(int a) {
        return F16.narrowRz(a);
    }

    public static int cvtRzF16S16(int a) {
        return F16.narrowRz((short) a);
    }

    public static int cvtRzF16U32(int a) {
        return F16.narrowRz(Rounding.odd((double) Integer.toUnsignedLong(a)));
    }

    public static int cvtRzF16S32(int a) {
        return F16.narrowRz(Rounding.odd((double) a));
    }

    public static int cvtRzF16U64(long a) {
        return F16.narrowRz(Rounding.odd(IntegersToFloats.oddUnsigned(a)));
    }

    public static int cvtRzF16S64(long a) {
        return F16.narrowRz(Rounding.odd(IntegersToFloats.odd(a)));
    }

    public static int cvtRmF16U16(int a) {
        return F16.narrowRm(a);
    }

    public static int cvtRmF16S16(int a) {
        return F16.narrowRm((short) a);
    }

    public static int cvtRmF16U32(int a) {
        return F16.narrowRm(Rounding.odd((double) Integer.toUnsignedLong(a)));
    }

    public static int cvtRmF16S32(int a) {
        return F16.narrowRm(Rounding.odd((double) a));
    }

    public static int cvtRmF16U64(long a) {
        return F16.narrowRm(Rounding.odd(IntegersToFloats.oddUnsigned(a)));
    }

    public static int cvtRmF16S64(long a) {
        return F16.narrowRm(Rounding.odd(IntegersToFloats.odd(a)));
    }

    public static int cvtRpF16U16(int a) {
        return F16.narrowRp(a);
    }

    public static int cvtRpF16S16(int a) {
        return F16.narrowRp((short) a);
    }

    public static int cvtRpF16U32(int a) {
        return F16.narrowRp(Rounding.odd((double) Integer.toUnsignedLong(a)));
    }

    public static int cvtRpF16S32(int a) {
        return F16.narrowRp(Rounding.odd((double) a));
    }

    public static int cvtRpF16U64(long a) {
        return F16.narrowRp(Rounding.odd(IntegersToFloats.oddUnsigned(a)));
    }

    public static int cvtRpF16S64(long a) {
        return F16.narrowRp(Rounding.odd(IntegersToFloats.odd(a)));
    }

    public static int cvtRnBF16U16(int a) {
        return BF16.narrow(a);
    }

    public static int cvtRnBF16S16(int a) {
        return BF16.narrow((short) a);
    }

    public static int cvtRnBF16U32(int a) {
        return BF16.narrow(Rounding.odd((double) Integer.toUnsignedLong(a)));
    }

    public static int cvtRnBF16S32(int a) {
        return BF16.narrow(Rounding.odd((double) a));
    }

    public static int cvtRnBF16U64(long a) {
        return BF16.narrow(Rounding.odd(IntegersToFloats.oddUnsigned(a)));
    }

    public static int cvtRnBF16S64(long a) {
        return BF16.narrow(Rounding.odd(IntegersToFloats.odd(a)));
    }

    public static int cvtRzBF16U16(int a) {
        return BF16.narrowRz(a);
    }

    public static int cvtRzBF16S16(int a) {
        return BF16.narrowRz((short) a);
    }

    public static int cvtRzBF16U32(int a) {
        return BF16.narrowRz(Rounding.odd((double) Integer.toUnsignedLong(a)));
    }

    public static int cvtRzBF16S32(int a) {
        return BF16.narrowRz(Rounding.odd((double) a));
    }

    public static int cvtRzBF16U64(long a) {
        return BF16.narrowRz(Rounding.odd(IntegersToFloats.oddUnsigned(a)));
    }

    public static int cvtRzBF16S64(long a) {
        return BF16.narrowRz(Rounding.odd(IntegersToFloats.odd(a)));
    }

    public static int cvtRmBF16U16(int a) {
        return BF16.narrowRm(a);
    }

    public static int cvtRmBF16S16(int a) {
        return BF16.narrowRm((short) a);
    }

    public static int cvtRmBF16U32(int a) {
        return BF16.narrowRm(Rounding.odd((double) Integer.toUnsignedLong(a)));
    }

    public static int cvtRmBF16S32(int a) {
        return BF16.narrowRm(Rounding.odd((double) a));
    }

    public static int cvtRmBF16U64(long a) {
        return BF16.narrowRm(Rounding.odd(IntegersToFloats.oddUnsigned(a)));
    }

    public static int cvtRmBF16S64(long a) {
        return BF16.narrowRm(Rounding.odd(IntegersToFloats.odd(a)));
    }

    public static int cvtRpBF16U16(int a) {
        return BF16.narrowRp(a);
    }

    public static int cvtRpBF16S16(int a) {
        return BF16.narrowRp((short) a);
    }

    public static int cvtRpBF16U32(int a) {
        return BF16.narrowRp(Rounding.odd((double) Integer.toUnsignedLong(a)));
    }

    public static int cvtRpBF16S32(int a) {
        return BF16.narrowRp(Rounding.odd((double) a));
    }

    public static int cvtRpBF16U64(long a) {
        return BF16.narrowRp(Rounding.odd(IntegersToFloats.oddUnsigned(a)));
    }

    public static int cvtRpBF16S64(long a) {
        return BF16.narrowRp(Rounding.odd(IntegersToFloats.odd(a)));
    }
}
