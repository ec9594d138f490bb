package dev.hira.sim.ops;

/** Conversions to smaller numbers where what is too large becomes the largest finite one. */
public final class FiniteConversions {
    private static final int MOST_F16 = 0x7bff;
    private static final int MOST_BF16 = 0x7f7f;

    private FiniteConversions() {}

    private static int finite(int half, int most) {
        return (half & ~Halves.SIGN) == most + 1 ? half - 1 : half;
    }

    public static int cvtRnSatfiniteF16F32(float a) {
        return finite(F16.narrow(a), MOST_F16);
    }

    public static int cvtRnSatfiniteReluF16F32(float a) {
        return Halves.relu(cvtRnSatfiniteF16F32(a));
    }

    public static int cvtRnSatfiniteF16X2F32(float high, float low) {
        return Halves.pair(cvtRnSatfiniteF16F32(low), cvtRnSatfiniteF16F32(high));
    }

    public static int cvtRnSatfiniteReluF16X2F32(float high, float low) {
        return Halves.pair(cvtRnSatfiniteReluF16F32(low), cvtRnSatfiniteReluF16F32(high));
    }

    public static int cvtRzSatfiniteF16F32(float a) {
        return finite(F16.narrowRz(a), MOST_F16);
    }

    public static int cvtRzSatfiniteReluF16F32(float a) {
        return Halves.relu(cvtRzSatfiniteF16F32(a));
    }

    public static int cvtRzSatfiniteF16X2F32(float high, float low) {
        return Halves.pair(cvtRzSatfiniteF16F32(low), cvtRzSatfiniteF16F32(high));
    }

    public static int cvtRzSatfiniteReluF16X2F32(float high, float low) {
        return Halves.pair(cvtRzSatfiniteReluF16F32(low), cvtRzSatfiniteReluF16F32(high));
    }

    public static int cvtRnSatfiniteBF16F32(float a) {
        return finite(BF16.narrow(a), MOST_BF16);
    }

    public static int cvtRnSatfiniteReluBF16F32(float a) {
        return Halves.relu(cvtRnSatfiniteBF16F32(a));
    }

    public static int cvtRnSatfiniteBF16X2F32(float high, float low) {
        return Halves.pair(cvtRnSatfiniteBF16F32(low), cvtRnSatfiniteBF16F32(high));
    }

    public static int cvtRnSatfiniteReluBF16X2F32(float high, float low) {
        return Halves.pair(cvtRnSatfiniteReluBF16F32(low), cvtRnSatfiniteReluBF16F32(high));
    }

    public static int cvtRzSatfiniteBF16F32(float a) {
        return finite(BF16.narrowRz(a), MOST_BF16);
    }

    public static int cvtRzSatfiniteReluBF16F32(float a) {
        return Halves.relu(cvtRzSatfiniteBF16F32(a));
    }

    public static int cvtRzSatfiniteBF16X2F32(float high, float low) {
        return Halves.pair(cvtRzSatfiniteBF16F32(low), cvtRzSatfiniteBF16F32(high));
    }

    public static int cvtRzSatfiniteReluBF16X2F32(float high, float low) {
        return Halves.pair(cvtRzSatfiniteReluBF16F32(low), cvtRzSatfiniteReluBF16F32(high));
    }

    public static float cvtRnaSatfiniteTF32F32(float a) {
        float nearest = PackedConversions.cvtRnaTF32F32(a);
        return Float.isInfinite(nearest) ? Math.copySign(PackedConversions.MOST, nearest) : nearest;
    }
}
