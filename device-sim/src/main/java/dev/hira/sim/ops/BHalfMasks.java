package dev.hira.sim.ops;

/**
 * Comparisons of both halves of bf16x2 that give ones in all bits, or the number one, for each half
 * where they hold.
 */
public final class BHalfMasks {
    private BHalfMasks() {}

    public static int setEqB32BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpEqLowBF16X2(a, b),
                BHalfComparisons.setpEqHighBF16X2(a, b),
                0xffff);
    }

    public static int setEqBF16X2BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpEqLowBF16X2(a, b),
                BHalfComparisons.setpEqHighBF16X2(a, b),
                0x3f80);
    }

    public static int setNeB32BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpNeLowBF16X2(a, b),
                BHalfComparisons.setpNeHighBF16X2(a, b),
                0xffff);
    }

    public static int setNeBF16X2BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpNeLowBF16X2(a, b),
                BHalfComparisons.setpNeHighBF16X2(a, b),
                0x3f80);
    }

    public static int setLtB32BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpLtLowBF16X2(a, b),
                BHalfComparisons.setpLtHighBF16X2(a, b),
                0xffff);
    }

    public static int setLtBF16X2BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpLtLowBF16X2(a, b),
                BHalfComparisons.setpLtHighBF16X2(a, b),
                0x3f80);
    }

    public static int setLeB32BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpLeLowBF16X2(a, b),
                BHalfComparisons.setpLeHighBF16X2(a, b),
                0xffff);
    }

    public static int setLeBF16X2BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpLeLowBF16X2(a, b),
                BHalfComparisons.setpLeHighBF16X2(a, b),
                0x3f80);
    }

    public static int setGtB32BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpGtLowBF16X2(a, b),
                BHalfComparisons.setpGtHighBF16X2(a, b),
                0xffff);
    }

    public static int setGtBF16X2BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpGtLowBF16X2(a, b),
                BHalfComparisons.setpGtHighBF16X2(a, b),
                0x3f80);
    }

    public static int setGeB32BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpGeLowBF16X2(a, b),
                BHalfComparisons.setpGeHighBF16X2(a, b),
                0xffff);
    }

    public static int setGeBF16X2BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpGeLowBF16X2(a, b),
                BHalfComparisons.setpGeHighBF16X2(a, b),
                0x3f80);
    }

    public static int setEquB32BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpEquLowBF16X2(a, b),
                BHalfComparisons.setpEquHighBF16X2(a, b),
                0xffff);
    }

    public static int setEquBF16X2BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpEquLowBF16X2(a, b),
                BHalfComparisons.setpEquHighBF16X2(a, b),
                0x3f80);
    }

    public static int setNeuB32BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpNeuLowBF16X2(a, b),
                BHalfComparisons.setpNeuHighBF16X2(a, b),
                0xffff);
    }

    public static int setNeuBF16X2BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpNeuLowBF16X2(a, b),
                BHalfComparisons.setpNeuHighBF16X2(a, b),
                0x3f80);
    }

    public static int setLtuB32BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpLtuLowBF16X2(a, b),
                BHalfComparisons.setpLtuHighBF16X2(a, b),
                0xffff);
    }

    public static int setLtuBF16X2BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpLtuLowBF16X2(a, b),
                BHalfComparisons.setpLtuHighBF16X2(a, b),
                0x3f80);
    }

    public static int setLeuB32BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpLeuLowBF16X2(a, b),
                BHalfComparisons.setpLeuHighBF16X2(a, b),
                0xffff);
    }

    public static int setLeuBF16X2BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpLeuLowBF16X2(a, b),
                BHalfComparisons.setpLeuHighBF16X2(a, b),
                0x3f80);
    }

    public static int setGtuB32BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpGtuLowBF16X2(a, b),
                BHalfComparisons.setpGtuHighBF16X2(a, b),
                0xffff);
    }

    public static int setGtuBF16X2BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpGtuLowBF16X2(a, b),
                BHalfComparisons.setpGtuHighBF16X2(a, b),
                0x3f80);
    }

    public static int setGeuB32BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpGeuLowBF16X2(a, b),
                BHalfComparisons.setpGeuHighBF16X2(a, b),
                0xffff);
    }

    public static int setGeuBF16X2BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpGeuLowBF16X2(a, b),
                BHalfComparisons.setpGeuHighBF16X2(a, b),
                0x3f80);
    }

    public static int setNumB32BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpNumLowBF16X2(a, b),
                BHalfComparisons.setpNumHighBF16X2(a, b),
                0xffff);
    }

    public static int setNumBF16X2BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpNumLowBF16X2(a, b),
                BHalfComparisons.setpNumHighBF16X2(a, b),
                0x3f80);
    }

    public static int setNanB32BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpNanLowBF16X2(a, b),
                BHalfComparisons.setpNanHighBF16X2(a, b),
                0xffff);
    }

    public static int setNanBF16X2BF16X2(int a, int b) {
        return Halves.chosen(
                BHalfComparisons.setpNanLowBF16X2(a, b),
                BHalfComparisons.setpNanHighBF16X2(a, b),
                0x3f80);
    }
}
