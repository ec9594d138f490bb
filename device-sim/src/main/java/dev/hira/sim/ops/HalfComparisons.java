package dev.hira.sim.ops;

/** Comparisons of f16, and of the low or high ones of pairs. */
public final class HalfComparisons {
    private HalfComparisons() {}

    public static boolean setpEqF16(int a, int b) {
        return CompareFloats.setpEqF32(F16.wide(a), F16.wide(b));
    }

    public static boolean setpNeF16(int a, int b) {
        return CompareFloats.setpNeF32(F16.wide(a), F16.wide(b));
    }

    public static boolean setpLtF16(int a, int b) {
        return CompareFloats.setpLtF32(F16.wide(a), F16.wide(b));
    }

    public static boolean setpLeF16(int a, int b) {
        return CompareFloats.setpLeF32(F16.wide(a), F16.wide(b));
    }

    public static boolean setpGtF16(int a, int b) {
        return CompareFloats.setpGtF32(F16.wide(a), F16.wide(b));
    }

    public static boolean setpGeF16(int a, int b) {
        return CompareFloats.setpGeF32(F16.wide(a), F16.wide(b));
    }

    public static boolean setpEquF16(int a, int b) {
        return CompareFloats.setpEquF32(F16.wide(a), F16.wide(b));
    }

    public static boolean setpNeuF16(int a, int b) {
        return CompareFloats.setpNeuF32(F16.wide(a), F16.wide(b));
    }

    public static boolean setpLtuF16(int a, int b) {
        return CompareFloats.setpLtuF32(F16.wide(a), F16.wide(b));
    }

    public static boolean setpLeuF16(int a, int b) {
        return CompareFloats.setpLeuF32(F16.wide(a), F16.wide(b));
    }

    public static boolean setpGtuF16(int a, int b) {
        return CompareFloats.setpGtuF32(F16.wide(a), F16.wide(b));
    }

    public static boolean setpGeuF16(int a, int b) {
        return CompareFloats.setpGeuF32(F16.wide(a), F16.wide(b));
    }

    public static boolean setpNumF16(int a, int b) {
        return CompareFloats.setpNumF32(F16.wide(a), F16.wide(b));
    }

    public static boolean setpNanF16(int a, int b) {
        return CompareFloats.setpNanF32(F16.wide(a), F16.wide(b));
    }

    public static boolean setpEqLowF16X2(int a, int b) {
        return setpEqF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpEqHighF16X2(int a, int b) {
        return setpEqF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpNeLowF16X2(int a, int b) {
        return setpNeF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpNeHighF16X2(int a, int b) {
        return setpNeF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpLtLowF16X2(int a, int b) {
        return setpLtF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpLtHighF16X2(int a, int b) {
        return setpLtF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpLeLowF16X2(int a, int b) {
        return setpLeF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpLeHighF16X2(int a, int b) {
        return setpLeF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpGtLowF16X2(int a, int b) {
        return setpGtF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpGtHighF16X2(int a, int b) {
        return setpGtF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpGeLowF16X2(int a, int b) {
        return setpGeF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpGeHighF16X2(int a, int b) {
        return setpGeF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpEquLowF16X2(int a, int b) {
        return setpEquF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpEquHighF16X2(int a, int b) {
        return setpEquF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpNeuLowF16X2(int a, int b) {
        return setpNeuF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpNeuHighF16X2(int a, int b) {
        return setpNeuF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpLtuLowF16X2(int a, int b) {
        return setpLtuF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpLtuHighF16X2(int a, int b) {
        return setpLtuF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpLeuLowF16X2(int a, int b) {
        return setpLeuF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpLeuHighF16X2(int a, int b) {
        return setpLeuF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpGtuLowF16X2(int a, int b) {
        return setpGtuF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpGtuHighF16X2(int a, int b) {
        return setpGtuF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpGeuLowF16X2(int a, int b) {
        return setpGeuF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpGeuHighF16X2(int a, int b) {
        return setpGeuF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpNumLowF16X2(int a, int b) {
        return setpNumF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpNumHighF16X2(int a, int b) {
        return setpNumF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpNanLowF16X2(int a, int b) {
        return setpNanF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpNanHighF16X2(int a, int b) {
        return setpNanF16(Halves.high(a), Halves.high(b));
    }
}
