package dev.hira.sim.ops;

/** Comparisons of bf16, and of the low or high ones of pairs. */
public final class BHalfComparisons {
    private BHalfComparisons() {}

    public static boolean setpEqBF16(int a, int b) {
        return CompareFloats.setpEqF32(BF16.wide(a), BF16.wide(b));
    }

    public static boolean setpNeBF16(int a, int b) {
        return CompareFloats.setpNeF32(BF16.wide(a), BF16.wide(b));
    }

    public static boolean setpLtBF16(int a, int b) {
        return CompareFloats.setpLtF32(BF16.wide(a), BF16.wide(b));
    }

    public static boolean setpLeBF16(int a, int b) {
        return CompareFloats.setpLeF32(BF16.wide(a), BF16.wide(b));
    }

    public static boolean setpGtBF16(int a, int b) {
        return CompareFloats.setpGtF32(BF16.wide(a), BF16.wide(b));
    }

    public static boolean setpGeBF16(int a, int b) {
        return CompareFloats.setpGeF32(BF16.wide(a), BF16.wide(b));
    }

    public static boolean setpEquBF16(int a, int b) {
        return CompareFloats.setpEquF32(BF16.wide(a), BF16.wide(b));
    }

    public static boolean setpNeuBF16(int a, int b) {
        return CompareFloats.setpNeuF32(BF16.wide(a), BF16.wide(b));
    }

    public static boolean setpLtuBF16(int a, int b) {
        return CompareFloats.setpLtuF32(BF16.wide(a), BF16.wide(b));
    }

    public static boolean setpLeuBF16(int a, int b) {
        return CompareFloats.setpLeuF32(BF16.wide(a), BF16.wide(b));
    }

    public static boolean setpGtuBF16(int a, int b) {
        return CompareFloats.setpGtuF32(BF16.wide(a), BF16.wide(b));
    }

    public static boolean setpGeuBF16(int a, int b) {
        return CompareFloats.setpGeuF32(BF16.wide(a), BF16.wide(b));
    }

    public static boolean setpNumBF16(int a, int b) {
        return CompareFloats.setpNumF32(BF16.wide(a), BF16.wide(b));
    }

    public static boolean setpNanBF16(int a, int b) {
        return CompareFloats.setpNanF32(BF16.wide(a), BF16.wide(b));
    }

    public static boolean setpEqLowBF16X2(int a, int b) {
        return setpEqBF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpEqHighBF16X2(int a, int b) {
        return setpEqBF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpNeLowBF16X2(int a, int b) {
        return setpNeBF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpNeHighBF16X2(int a, int b) {
        return setpNeBF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpLtLowBF16X2(int a, int b) {
        return setpLtBF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpLtHighBF16X2(int a, int b) {
        return setpLtBF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpLeLowBF16X2(int a, int b) {
        return setpLeBF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpLeHighBF16X2(int a, int b) {
        return setpLeBF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpGtLowBF16X2(int a, int b) {
        return setpGtBF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpGtHighBF16X2(int a, int b) {
        return setpGtBF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpGeLowBF16X2(int a, int b) {
        return setpGeBF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpGeHighBF16X2(int a, int b) {
        return setpGeBF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpEquLowBF16X2(int a, int b) {
        return setpEquBF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpEquHighBF16X2(int a, int b) {
        return setpEquBF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpNeuLowBF16X2(int a, int b) {
        return setpNeuBF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpNeuHighBF16X2(int a, int b) {
        return setpNeuBF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpLtuLowBF16X2(int a, int b) {
        return setpLtuBF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpLtuHighBF16X2(int a, int b) {
        return setpLtuBF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpLeuLowBF16X2(int a, int b) {
        return setpLeuBF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpLeuHighBF16X2(int a, int b) {
        return setpLeuBF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpGtuLowBF16X2(int a, int b) {
        return setpGtuBF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpGtuHighBF16X2(int a, int b) {
        return setpGtuBF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpGeuLowBF16X2(int a, int b) {
        return setpGeuBF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpGeuHighBF16X2(int a, int b) {
        return setpGeuBF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpNumLowBF16X2(int a, int b) {
        return setpNumBF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpNumHighBF16X2(int a, int b) {
        return setpNumBF16(Halves.high(a), Halves.high(b));
    }

    public static boolean setpNanLowBF16X2(int a, int b) {
        return setpNanBF16(Halves.low(a), Halves.low(b));
    }

    public static boolean setpNanHighBF16X2(int a, int b) {
        return setpNanBF16(Halves.high(a), Halves.high(b));
    }
}
