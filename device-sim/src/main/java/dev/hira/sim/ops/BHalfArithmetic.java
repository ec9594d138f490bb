package dev.hira.sim.ops;

/** Arithmetic on bf16: computed wider and rounded once. */
public final class BHalfArithmetic {
    private BHalfArithmetic() {}

    public static int addBF16(int a, int b) {
        return BF16.narrow(BF16.wide(a) + BF16.wide(b));
    }

    public static int subBF16(int a, int b) {
        return BF16.narrow(BF16.wide(a) - BF16.wide(b));
    }

    public static int mulBF16(int a, int b) {
        return BF16.narrow(BF16.wide(a) * BF16.wide(b));
    }

    public static int fmaBF16(int a, int b, int c) {
        return BF16.narrow(Halves.fused(BF16.wide(a), BF16.wide(b), BF16.wide(c)));
    }

    public static int fmaReluBF16(int a, int b, int c) {
        return Halves.relu(fmaBF16(a, b, c));
    }

    public static int negBF16(int a) {
        return a ^ 0x8000;
    }

    public static int absBF16(int a) {
        return a & 0x7fff;
    }

    public static int minBF16(int a, int b) {
        return BF16.narrow(Floats32.minF32(BF16.wide(a), BF16.wide(b)));
    }

    public static int minXorsignAbsBF16(int a, int b) {
        return BF16.narrow(Floats32.minXorsignAbsF32(BF16.wide(a), BF16.wide(b)));
    }

    public static int minNanBF16(int a, int b) {
        return BF16.narrow(Floats32.minNanF32(BF16.wide(a), BF16.wide(b)));
    }

    public static int minNanXorsignAbsBF16(int a, int b) {
        return BF16.narrow(Floats32.minNanXorsignAbsF32(BF16.wide(a), BF16.wide(b)));
    }

    public static int maxBF16(int a, int b) {
        return BF16.narrow(Floats32.maxF32(BF16.wide(a), BF16.wide(b)));
    }

    public static int maxXorsignAbsBF16(int a, int b) {
        return BF16.narrow(Floats32.maxXorsignAbsF32(BF16.wide(a), BF16.wide(b)));
    }

    public static int maxNanBF16(int a, int b) {
        return BF16.narrow(Floats32.maxNanF32(BF16.wide(a), BF16.wide(b)));
    }

    public static int maxNanXorsignAbsBF16(int a, int b) {
        return BF16.narrow(Floats32.maxNanXorsignAbsF32(BF16.wide(a), BF16.wide(b)));
    }

    public static int ex2ApproxFtzBF16(int a) {
        return BF16.narrow(Floats32.flushF32(Approximations.ex2ApproxF32(BF16.wide(a))));
    }

    public static int tanhApproxBF16(int a) {
        return BF16.narrow(Approximations.tanhApproxF32(BF16.wide(a)));
    }
}
