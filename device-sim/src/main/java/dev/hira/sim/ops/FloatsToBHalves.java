package dev.hira.sim.ops;

/** F32, f64 and the other half to bf16, and bf16 to whole numbers. */
public final class FloatsToBHalves {
    private FloatsToBHalves() {}

    public static int cvtRnBF16F32(float a) {
        return BF16.narrow(a);
    }

    public static int cvtRnReluBF16F32(float a) {
        return Halves.relu(cvtRnBF16F32(a));
    }

    public static int cvtRnBF16F64(double a) {
        return cvtRnBF16F32(Rounding.odd(a));
    }

    public static int cvtRnBF16F16(int a) {
        return cvtRnBF16F32(F16.wide(a));
    }

    public static int cvtRnBF16X2F32(float high, float low) {
        return Halves.pair(cvtRnBF16F32(low), cvtRnBF16F32(high));
    }

    public static int cvtRnReluBF16X2F32(float high, float low) {
        return Halves.pair(cvtRnReluBF16F32(low), cvtRnReluBF16F32(high));
    }

    public static int cvtRzBF16F32(float a) {
        return BF16.narrowRz(a);
    }

    public static int cvtRzReluBF16F32(float a) {
        return Halves.relu(cvtRzBF16F32(a));
    }

    public static int cvtRzBF16F64(double a) {
        return cvtRzBF16F32(Rounding.odd(a));
    }

    public static int cvtRzBF16F16(int a) {
        return cvtRzBF16F32(F16.wide(a));
    }

    public static int cvtRzBF16X2F32(float high, float low) {
        return Halves.pair(cvtRzBF16F32(low), cvtRzBF16F32(high));
    }

    public static int cvtRzReluBF16X2F32(float high, float low) {
        return Halves.pair(cvtRzReluBF16F32(low), cvtRzReluBF16F32(high));
    }

    public static int cvtRmBF16F32(float a) {
        return BF16.narrowRm(a);
    }

    public static int cvtRmReluBF16F32(float a) {
        return Halves.relu(cvtRmBF16F32(a));
    }

    public static int cvtRmBF16F64(double a) {
        return cvtRmBF16F32(Rounding.odd(a));
    }

    public static int cvtRmBF16F16(int a) {
        return cvtRmBF16F32(F16.wide(a));
    }

    public static int cvtRpBF16F32(float a) {
        return BF16.narrowRp(a);
    }

    public static int cvtRpReluBF16F32(float a) {
        return Halves.relu(cvtRpBF16F32(a));
    }

    public static int cvtRpBF16F64(double a) {
        return cvtRpBF16F32(Rounding.odd(a));
    }

    public static int cvtRpBF16F16(int a) {
        return cvtRpBF16F32(F16.wide(a));
    }

    public static int cvtRniBF16BF16(int a) {
        return BF16.narrow(FloatsToFloats.cvtRniF32F32(BF16.wide(a)));
    }

    public static int cvtRziBF16BF16(int a) {
        return BF16.narrow(FloatsToFloats.cvtRziF32F32(BF16.wide(a)));
    }

    public static int cvtRmiBF16BF16(int a) {
        return BF16.narrow(FloatsToFloats.cvtRmiF32F32(BF16.wide(a)));
    }

    public static int cvtRpiBF16BF16(int a) {
        return BF16.narrow(FloatsToFloats.cvtRpiF32F32(BF16.wide(a)));
    }

    public static int cvtBF16BF16(int a) {
        return a;
    }
}
