package dev.hira.sim.ops;

/** Arithmetic on f16: computed wider and rounded once. */
public final class HalfArithmetic {
    private HalfArithmetic() {}

    public static int addF16(int a, int b) {
        return F16.narrow(F16.wide(a) + F16.wide(b));
    }

    public static int addFtzF16(int a, int b) {
        return F16.flush(addF16(F16.flush(a), F16.flush(b)));
    }

    public static int addSatF16(int a, int b) {
        return F16.saturate(addF16(a, b));
    }

    public static int addFtzSatF16(int a, int b) {
        return F16.saturate(addFtzF16(a, b));
    }

    public static int subF16(int a, int b) {
        return F16.narrow(F16.wide(a) - F16.wide(b));
    }

    public static int subFtzF16(int a, int b) {
        return F16.flush(subF16(F16.flush(a), F16.flush(b)));
    }

    public static int subSatF16(int a, int b) {
        return F16.saturate(subF16(a, b));
    }

    public static int subFtzSatF16(int a, int b) {
        return F16.saturate(subFtzF16(a, b));
    }

    public static int mulF16(int a, int b) {
        return F16.narrow(F16.wide(a) * F16.wide(b));
    }

    public static int mulFtzF16(int a, int b) {
        return F16.flush(mulF16(F16.flush(a), F16.flush(b)));
    }

    public static int mulSatF16(int a, int b) {
        return F16.saturate(mulF16(a, b));
    }

    public static int mulFtzSatF16(int a, int b) {
        return F16.saturate(mulFtzF16(a, b));
    }

    public static int fmaF16(int a, int b, int c) {
        return F16.narrow(Halves.fused(F16.wide(a), F16.wide(b), F16.wide(c)));
    }

    public static int fmaFtzF16(int a, int b, int c) {
        return F16.flush(fmaF16(F16.flush(a), F16.flush(b), F16.flush(c)));
    }

    public static int fmaSatF16(int a, int b, int c) {
        return F16.saturate(fmaF16(a, b, c));
    }

    public static int fmaFtzSatF16(int a, int b, int c) {
        return F16.saturate(fmaFtzF16(a, b, c));
    }

    public static int fmaReluF16(int a, int b, int c) {
        return Halves.relu(fmaF16(a, b, c));
    }

    public static int fmaFtzReluF16(int a, int b, int c) {
        return Halves.relu(fmaFtzF16(a, b, c));
    }

    public static int negF16(int a) {
        return a ^ 0x8000;
    }

    public static int absF16(int a) {
        return a & 0x7fff;
    }

    public static int negFtzF16(int a) {
        return F16.flush(a) ^ 0x8000;
    }

    public static int absFtzF16(int a) {
        return F16.flush(a) & 0x7fff;
    }

    public static int minFtzF16(int a, int b) {
        return minF16(F16.flush(a), F16.flush(b));
    }

    public static int minF16(int a, int b) {
        return F16.narrow(Floats32.minF32(F16.wide(a), F16.wide(b)));
    }

    public static int minFtzXorsignAbsF16(int a, int b) {
        return minXorsignAbsF16(F16.flush(a), F16.flush(b));
    }

    public static int minXorsignAbsF16(int a, int b) {
        return F16.narrow(Floats32.minXorsignAbsF32(F16.wide(a), F16.wide(b)));
    }

    public static int minFtzNanF16(int a, int b) {
        return minNanF16(F16.flush(a), F16.flush(b));
    }

    public static int minNanF16(int a, int b) {
        return F16.narrow(Floats32.minNanF32(F16.wide(a), F16.wide(b)));
    }

    public static int minFtzNanXorsignAbsF16(int a, int b) {
        return minNanXorsignAbsF16(F16.flush(a), F16.flush(b));
    }

    public static int minNanXorsignAbsF16(int a, int b) {
        return F16.narrow(Floats32.minNanXorsignAbsF32(F16.wide(a), F16.wide(b)));
    }

    public static int maxFtzF16(int a, int b) {
        return maxF16(F16.flush(a), F16.flush(b));
    }

    public static int maxF16(int a, int b) {
        return F16.narrow(Floats32.maxF32(F16.wide(a), F16.wide(b)));
    }

    public static int maxFtzXorsignAbsF16(int a, int b) {
        return maxXorsignAbsF16(F16.flush(a), F16.flush(b));
    }

    public static int maxXorsignAbsF16(int a, int b) {
        return F16.narrow(Floats32.maxXorsignAbsF32(F16.wide(a), F16.wide(b)));
    }

    public static int maxFtzNanF16(int a, int b) {
        return maxNanF16(F16.flush(a), F16.flush(b));
    }

    public static int maxNanF16(int a, int b) {
        return F16.narrow(Floats32.maxNanF32(F16.wide(a), F16.wide(b)));
    }

    public static int maxFtzNanXorsignAbsF16(int a, int b) {
        return maxNanXorsignAbsF16(F16.flush(a), F16.flush(b));
    }

    public static int maxNanXorsignAbsF16(int a, int b) {
        return F16.narrow(Floats32.maxNanXorsignAbsF32(F16.wide(a), F16.wide(b)));
    }

    public static int ex2ApproxF16(int a) {
        return F16.narrow(Approximations.ex2ApproxF32(F16.wide(a)));
    }

    public static int tanhApproxF16(int a) {
        return F16.narrow(Approximations.tanhApproxF32(F16.wide(a)));
    }
}
