package dev.hira.sim.ops;

/** Arithmetic on both halves of bf16x2. */
public final class BHalfPairs {
    private BHalfPairs() {}

    public static int addBF16X2(int a, int b) {
        return Halves.pair(
                BHalfArithmetic.addBF16(Halves.low(a), Halves.low(b)),
                BHalfArithmetic.addBF16(Halves.high(a), Halves.high(b)));
    }

    public static int subBF16X2(int a, int b) {
        return Halves.pair(
                BHalfArithmetic.subBF16(Halves.low(a), Halves.low(b)),
                BHalfArithmetic.subBF16(Halves.high(a), Halves.high(b)));
    }

    public static int mulBF16X2(int a, int b) {
        return Halves.pair(
                BHalfArithmetic.mulBF16(Halves.low(a), Halves.low(b)),
                BHalfArithmetic.mulBF16(Halves.high(a), Halves.high(b)));
    }

    public static int fmaBF16X2(int a, int b, int c) {
        return Halves.pair(
                BHalfArithmetic.fmaBF16(Halves.low(a), Halves.low(b), Halves.low(c)),
                BHalfArithmetic.fmaBF16(Halves.high(a), Halves.high(b), Halves.high(c)));
    }

    public static int fmaReluBF16X2(int a, int b, int c) {
        return Halves.pair(
                BHalfArithmetic.fmaReluBF16(Halves.low(a), Halves.low(b), Halves.low(c)),
                BHalfArithmetic.fmaReluBF16(Halves.high(a), Halves.high(b), Halves.high(c)));
    }

    public static int negBF16X2(int a) {
        return Halves.pair(
                BHalfArithmetic.negBF16(Halves.low(a)), BHalfArithmetic.negBF16(Halves.high(a)));
    }

    public static int absBF16X2(int a) {
        return Halves.pair(
                BHalfArithmetic.absBF16(Halves.low(a)), BHalfArithmetic.absBF16(Halves.high(a)));
    }

    public static int minBF16X2(int a, int b) {
        return Halves.pair(
                BHalfArithmetic.minBF16(Halves.low(a), Halves.low(b)),
                BHalfArithmetic.minBF16(Halves.high(a), Halves.high(b)));
    }

    public static int minXorsignAbsBF16X2(int a, int b) {
        return Halves.pair(
                BHalfArithmetic.minXorsignAbsBF16(Halves.low(a), Halves.low(b)),
                BHalfArithmetic.minXorsignAbsBF16(Halves.high(a), Halves.high(b)));
    }

    public static int minNanBF16X2(int a, int b) {
        return Halves.pair(
                BHalfArithmetic.minNanBF16(Halves.low(a), Halves.low(b)),
                BHalfArithmetic.minNanBF16(Halves.high(a), Halves.high(b)));
    }

    public static int minNanXorsignAbsBF16X2(int a, int b) {
        return Halves.pair(
                BHalfArithmetic.minNanXorsignAbsBF16(Halves.low(a), Halves.low(b)),
                BHalfArithmetic.minNanXorsignAbsBF16(Halves.high(a), Halves.high(b)));
    }

    public static int maxBF16X2(int a, int b) {
        return Halves.pair(
                BHalfArithmetic.maxBF16(Halves.low(a), Halves.low(b)),
                BHalfArithmetic.maxBF16(Halves.high(a), Halves.high(b)));
    }

    public static int maxXorsignAbsBF16X2(int a, int b) {
        return Halves.pair(
                BHalfArithmetic.maxXorsignAbsBF16(Halves.low(a), Halves.low(b)),
                BHalfArithmetic.maxXorsignAbsBF16(Halves.high(a), Halves.high(b)));
    }

    public static int maxNanBF16X2(int a, int b) {
        return Halves.pair(
                BHalfArithmetic.maxNanBF16(Halves.low(a), Halves.low(b)),
                BHalfArithmetic.maxNanBF16(Halves.high(a), Halves.high(b)));
    }

    public static int maxNanXorsignAbsBF16X2(int a, int b) {
        return Halves.pair(
                BHalfArithmetic.maxNanXorsignAbsBF16(Halves.low(a), Halves.low(b)),
                BHalfArithmetic.maxNanXorsignAbsBF16(Halves.high(a), Halves.high(b)));
    }

    public static int ex2ApproxFtzBF16X2(int a) {
        return Halves.pair(
                BHalfArithmetic.ex2ApproxFtzBF16(Halves.low(a)),
                BHalfArithmetic.ex2ApproxFtzBF16(Halves.high(a)));
    }

    public static int tanhApproxBF16X2(int a) {
        return Halves.pair(
                BHalfArithmetic.tanhApproxBF16(Halves.low(a)),
                BHalfArithmetic.tanhApproxBF16(Halves.high(a)));
    }
}
