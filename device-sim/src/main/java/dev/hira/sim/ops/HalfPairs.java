package dev.hira.sim.ops;

/** Arithmetic on both halves of f16x2. */
public final class HalfPairs {
    private HalfPairs() {}

    public static int addF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.addF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.addF16(Halves.high(a), Halves.high(b)));
    }

    public static int addFtzF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.addFtzF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.addFtzF16(Halves.high(a), Halves.high(b)));
    }

    public static int addSatF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.addSatF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.addSatF16(Halves.high(a), Halves.high(b)));
    }

    public static int addFtzSatF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.addFtzSatF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.addFtzSatF16(Halves.high(a), Halves.high(b)));
    }

    public static int subF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.subF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.subF16(Halves.high(a), Halves.high(b)));
    }

    public static int subFtzF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.subFtzF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.subFtzF16(Halves.high(a), Halves.high(b)));
    }

    public static int subSatF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.subSatF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.subSatF16(Halves.high(a), Halves.high(b)));
    }

    public static int subFtzSatF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.subFtzSatF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.subFtzSatF16(Halves.high(a), Halves.high(b)));
    }

    public static int mulF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.mulF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.mulF16(Halves.high(a), Halves.high(b)));
    }

    public static int mulFtzF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.mulFtzF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.mulFtzF16(Halves.high(a), Halves.high(b)));
    }

    public static int mulSatF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.mulSatF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.mulSatF16(Halves.high(a), Halves.high(b)));
    }

    public static int mulFtzSatF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.mulFtzSatF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.mulFtzSatF16(Halves.high(a), Halves.high(b)));
    }

    public static int fmaF16X2(int a, int b, int c) {
        return Halves.pair(
                HalfArithmetic.fmaF16(Halves.low(a), Halves.low(b), Halves.low(c)),
                HalfArithmetic.fmaF16(Halves.high(a), Halves.high(b), Halves.high(c)));
    }

    public static int fmaFtzF16X2(int a, int b, int c) {
        return Halves.pair(
                HalfArithmetic.fmaFtzF16(Halves.low(a), Halves.low(b), Halves.low(c)),
                HalfArithmetic.fmaFtzF16(Halves.high(a), Halves.high(b), Halves.high(c)));
    }

    public static int fmaSatF16X2(int a, int b, int c) {
        return Halves.pair(
                HalfArithmetic.fmaSatF16(Halves.low(a), Halves.low(b), Halves.low(c)),
                HalfArithmetic.fmaSatF16(Halves.high(a), Halves.high(b), Halves.high(c)));
    }

    public static int fmaFtzSatF16X2(int a, int b, int c) {
        return Halves.pair(
                HalfArithmetic.fmaFtzSatF16(Halves.low(a), Halves.low(b), Halves.low(c)),
                HalfArithmetic.fmaFtzSatF16(Halves.high(a), Halves.high(b), Halves.high(c)));
    }

    public static int fmaReluF16X2(int a, int b, int c) {
        return Halves.pair(
                HalfArithmetic.fmaReluF16(Halves.low(a), Halves.low(b), Halves.low(c)),
                HalfArithmetic.fmaReluF16(Halves.high(a), Halves.high(b), Halves.high(c)));
    }

    public static int fmaFtzReluF16X2(int a, int b, int c) {
        return Halves.pair(
                HalfArithmetic.fmaFtzReluF16(Halves.low(a), Halves.low(b), Halves.low(c)),
                HalfArithmetic.fmaFtzReluF16(Halves.high(a), Halves.high(b), Halves.high(c)));
    }

    public static int negF16X2(int a) {
        return Halves.pair(
                HalfArithmetic.negF16(Halves.low(a)), HalfArithmetic.negF16(Halves.high(a)));
    }

    public static int absF16X2(int a) {
        return Halves.pair(
                HalfArithmetic.absF16(Halves.low(a)), HalfArithmetic.absF16(Halves.high(a)));
    }

    public static int negFtzF16X2(int a) {
        return Halves.pair(
                HalfArithmetic.negFtzF16(Halves.low(a)), HalfArithmetic.negFtzF16(Halves.high(a)));
    }

    public static int absFtzF16X2(int a) {
        return Halves.pair(
                HalfArithmetic.absFtzF16(Halves.low(a)), HalfArithmetic.absFtzF16(Halves.high(a)));
    }

    public static int minFtzF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.minFtzF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.minFtzF16(Halves.high(a), Halves.high(b)));
    }

    public static int minF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.minF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.minF16(Halves.high(a), Halves.high(b)));
    }

    public static int minFtzXorsignAbsF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.minFtzXorsignAbsF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.minFtzXorsignAbsF16(Halves.high(a), Halves.high(b)));
    }

    public static int minXorsignAbsF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.minXorsignAbsF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.minXorsignAbsF16(Halves.high(a), Halves.high(b)));
    }

    public static int minFtzNanF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.minFtzNanF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.minFtzNanF16(Halves.high(a), Halves.high(b)));
    }

    public static int minNanF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.minNanF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.minNanF16(Halves.high(a), Halves.high(b)));
    }

    public static int minFtzNanXorsignAbsF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.minFtzNanXorsignAbsF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.minFtzNanXorsignAbsF16(Halves.high(a), Halves.high(b)));
    }

    public static int minNanXorsignAbsF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.minNanXorsignAbsF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.minNanXorsignAbsF16(Halves.high(a), Halves.high(b)));
    }

    public static int maxFtzF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.maxFtzF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.maxFtzF16(Halves.high(a), Halves.high(b)));
    }

    public static int maxF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.maxF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.maxF16(Halves.high(a), Halves.high(b)));
    }

    public static int maxFtzXorsignAbsF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.maxFtzXorsignAbsF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.maxFtzXorsignAbsF16(Halves.high(a), Halves.high(b)));
    }

    public static int maxXorsignAbsF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.maxXorsignAbsF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.maxXorsignAbsF16(Halves.high(a), Halves.high(b)));
    }

    public static int maxFtzNanF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.maxFtzNanF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.maxFtzNanF16(Halves.high(a), Halves.high(b)));
    }

    public static int maxNanF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.maxNanF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.maxNanF16(Halves.high(a), Halves.high(b)));
    }

    public static int maxFtzNanXorsignAbsF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.maxFtzNanXorsignAbsF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.maxFtzNanXorsignAbsF16(Halves.high(a), Halves.high(b)));
    }

    public static int maxNanXorsignAbsF16X2(int a, int b) {
        return Halves.pair(
                HalfArithmetic.maxNanXorsignAbsF16(Halves.low(a), Halves.low(b)),
                HalfArithmetic.maxNanXorsignAbsF16(Halves.high(a), Halves.high(b)));
    }

    public static int ex2ApproxF16X2(int a) {
        return Halves.pair(
                HalfArithmetic.ex2ApproxF16(Halves.low(a)),
                HalfArithmetic.ex2ApproxF16(Halves.high(a)));
    }

    public static int tanhApproxF16X2(int a) {
        return Halves.pair(
                HalfArithmetic.tanhApproxF16(Halves.low(a)),
                HalfArithmetic.tanhApproxF16(Halves.high(a)));
    }
}
