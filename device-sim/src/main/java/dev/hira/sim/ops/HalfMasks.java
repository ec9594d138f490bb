package dev.hira.sim.ops;

/**
 * Comparisons of both halves of f16x2 that give ones in all bits, or the number one, for each half
 * where they hold.
 */
public final class HalfMasks {
    private HalfMasks() {}

    public static int setEqB32F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpEqLowF16X2(a, b),
                HalfComparisons.setpEqHighF16X2(a, b),
                0xffff);
    }

    public static int setEqF16X2F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpEqLowF16X2(a, b),
                HalfComparisons.setpEqHighF16X2(a, b),
                0x3c00);
    }

    public static int setNeB32F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpNeLowF16X2(a, b),
                HalfComparisons.setpNeHighF16X2(a, b),
                0xffff);
    }

    public static int setNeF16X2F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpNeLowF16X2(a, b),
                HalfComparisons.setpNeHighF16X2(a, b),
                0x3c00);
    }

    public static int setLtB32F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpLtLowF16X2(a, b),
                HalfComparisons.setpLtHighF16X2(a, b),
                0xffff);
    }

    public static int setLtF16X2F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpLtLowF16X2(a, b),
                HalfComparisons.setpLtHighF16X2(a, b),
                0x3c00);
    }

    public static int setLeB32F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpLeLowF16X2(a, b),
                HalfComparisons.setpLeHighF16X2(a, b),
                0xffff);
    }

    public static int setLeF16X2F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpLeLowF16X2(a, b),
                HalfComparisons.setpLeHighF16X2(a, b),
                0x3c00);
    }

    public static int setGtB32F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpGtLowF16X2(a, b),
                HalfComparisons.setpGtHighF16X2(a, b),
                0xffff);
    }

    public static int setGtF16X2F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpGtLowF16X2(a, b),
                HalfComparisons.setpGtHighF16X2(a, b),
                0x3c00);
    }

    public static int setGeB32F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpGeLowF16X2(a, b),
                HalfComparisons.setpGeHighF16X2(a, b),
                0xffff);
    }

    public static int setGeF16X2F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpGeLowF16X2(a, b),
                HalfComparisons.setpGeHighF16X2(a, b),
                0x3c00);
    }

    public static int setEquB32F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpEquLowF16X2(a, b),
                HalfComparisons.setpEquHighF16X2(a, b),
                0xffff);
    }

    public static int setEquF16X2F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpEquLowF16X2(a, b),
                HalfComparisons.setpEquHighF16X2(a, b),
                0x3c00);
    }

    public static int setNeuB32F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpNeuLowF16X2(a, b),
                HalfComparisons.setpNeuHighF16X2(a, b),
                0xffff);
    }

    public static int setNeuF16X2F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpNeuLowF16X2(a, b),
                HalfComparisons.setpNeuHighF16X2(a, b),
                0x3c00);
    }

    public static int setLtuB32F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpLtuLowF16X2(a, b),
                HalfComparisons.setpLtuHighF16X2(a, b),
                0xffff);
    }

    public static int setLtuF16X2F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpLtuLowF16X2(a, b),
                HalfComparisons.setpLtuHighF16X2(a, b),
                0x3c00);
    }

    public static int setLeuB32F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpLeuLowF16X2(a, b),
                HalfComparisons.setpLeuHighF16X2(a, b),
                0xffff);
    }

    public static int setLeuF16X2F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpLeuLowF16X2(a, b),
                HalfComparisons.setpLeuHighF16X2(a, b),
                0x3c00);
    }

    public static int setGtuB32F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpGtuLowF16X2(a, b),
                HalfComparisons.setpGtuHighF16X2(a, b),
                0xffff);
    }

    public static int setGtuF16X2F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpGtuLowF16X2(a, b),
                HalfComparisons.setpGtuHighF16X2(a, b),
                0x3c00);
    }

    public static int setGeuB32F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpGeuLowF16X2(a, b),
                HalfComparisons.setpGeuHighF16X2(a, b),
                0xffff);
    }

    public static int setGeuF16X2F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpGeuLowF16X2(a, b),
                HalfComparisons.setpGeuHighF16X2(a, b),
                0x3c00);
    }

    public static int setNumB32F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpNumLowF16X2(a, b),
                HalfComparisons.setpNumHighF16X2(a, b),
                0xffff);
    }

    public static int setNumF16X2F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpNumLowF16X2(a, b),
                HalfComparisons.setpNumHighF16X2(a, b),
                0x3c00);
    }

    public static int setNanB32F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpNanLowF16X2(a, b),
                HalfComparisons.setpNanHighF16X2(a, b),
                0xffff);
    }

    public static int setNanF16X2F16X2(int a, int b) {
        return Halves.chosen(
                HalfComparisons.setpNanLowF16X2(a, b),
                HalfComparisons.setpNanHighF16X2(a, b),
                0x3c00);
    }
}
