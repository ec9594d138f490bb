package dev.hira.sim.ops;

/** F32, f64 and the other half to f16, and f16 to whole numbers. */
public final class FloatsToHalves {
    private FloatsToHalves() {}

    public static int cvtRnF16F32(float a) {
        return F16.narrow(a);
    }

    public static int cvtRnReluF16F32(float a) {
        return Halves.relu(cvtRnF16F32(a));
    }

    public static int cvtRnF16F64(double a) {
        return cvtRnF16F32(Rounding.odd(a));
    }

    public static int cvtRnSatF16F32(float a) {
        return F16.saturate(cvtRnF16F32(a));
    }

    public static int cvtRnSatF16F64(double a) {
        return F16.saturate(cvtRnF16F64(a));
    }

    public static int cvtRnF16BF16(int a) {
        return cvtRnF16F32(BF16.wide(a));
    }

    public static int cvtRnF16X2F32(float high, float low) {
        return Halves.pair(cvtRnF16F32(low), cvtRnF16F32(high));
    }

    public static int cvtRnReluF16X2F32(float high, float low) {
        return Halves.pair(cvtRnReluF16F32(low), cvtRnReluF16F32(high));
    }

    public static int cvtRzF16F32(float a) {
        return F16.narrowRz(a);
    }

    public static int cvtRzReluF16F32(float a) {
        return Halves.relu(cvtRzF16F32(a));
    }

    public static int cvtRzF16F64(double a) {
        return cvtRzF16F32(Rounding.odd(a));
    }

    public static int cvtRzSatF16F32(float a) {
        return F16.saturate(cvtRzF16F32(a));
    }

    public static int cvtRzSatF16F64(double a) {
        return F16.saturate(cvtRzF16F64(a));
    }

    public static int cvtRzF16BF16(int a) {
        return cvtRzF16F32(BF16.wide(a));
    }

    public static int cvtRzF16X2F32(float high, float low) {
        return Halves.pair(cvtRzF16F32(low), cvtRzF16F32(high));
    }

    public static int cvtRzReluF16X2F32(float high, float low) {
        return Halves.pair(cvtRzReluF16F32(low), cvtRzReluF16F32(high));
    }

    public static int cvtRmF16F32(float a) {
        return F16.narrowRm(a);
    }

    public static int cvtRmReluF16F32(float a) {
        return Halves.relu(cvtRmF16F32(a));
    }

    public static int cvtRmF16F64(double a) {
        return cvtRmF16F32(Rounding.odd(a));
    }

    public static int cvtRmSatF16F32(float a) {
        return F16.saturate(cvtRmF16F32(a));
    }

    public static int cvtRmSatF16F64(double a) {
        return F16.saturate(cvtRmF16F64(a));
    }

    public static int cvtRmF16BF16(int a) {
        return cvtRmF16F32(BF16.wide(a));
    }

    public static int cvtRpF16F32(float a) {
        return F16.narrowRp(a);
    }

    public static int cvtRpReluF16F32(float a) {
        return Halves.relu(cvtRpF16F32(a));
    }

    public static int cvtRpF16F64(double a) {
        return cvtRpF16F32(Rounding.odd(a));
    }

    public static int cvtRpSatF16F32(float a) {
        return F16.saturate(cvtRpF16F32(a));
    }

    public static int cvtRpSatF16F64(double a) {
        return F16.saturate(cvtRpF16F64(a));
    }

    public static int cvtRpF16BF16(int a) {
        return cvtRpF16F32(BF16.wide(a));
    }

    public static int cvtRniF16F16(int a) {
        return F16.narrow(FloatsToFloats.cvtRniF32F32(F16.wide(a)));
    }

    public static int cvtRziF16F16(int a) {
        return F16.narrow(FloatsToFloats.cvtRziF32F32(F16.wide(a)));
    }

    public static int cvtRmiF16F16(int a) {
        return F16.narrow(FloatsToFloats.cvtRmiF32F32(F16.wide(a)));
    }

    public static int cvtRpiF16F16(int a) {
        return F16.narrow(FloatsToFloats.cvtRpiF32F32(F16.wide(a)));
    }

    public static int cvtF16F16(int a) {
        return a;
    }

    public static int cvtSatF16F16(int a) {
        return F16.saturate(a);
    }
}
