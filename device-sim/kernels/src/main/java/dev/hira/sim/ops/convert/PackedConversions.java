package dev.hira.sim.ops.convert;

import dev.hira.sim.ops.floating.Floats32;

/**
 * {@code cvt} from f32 to tf32 with the roundings .rna, .rn and .rz, and {@code cvt.pack.sat} of
 * integers to smaller ones in a word.
 */
public final class PackedConversions {
    /** The bits of f32 that tf32 lacks. */
    private static final int LOST = 0x1fff;

    /** The largest finite number of tf32. */
    private static final float LARGEST_FINITE_TF32 = Float.intBitsToFloat(0x7f7fe000);

    private PackedConversions() {}

    /** Returns the nearest value; ties round away from zero. */
    public static float cvtRnaTF32F32(float a) {
        return tf32(a, (LOST >> 1) + 1);
    }

    /** Rounds as {@link #cvtRnaTF32F32}; a value out of range becomes the largest finite value. */
    public static float cvtRnaSatfiniteTF32F32(float a) {
        float nearest = cvtRnaTF32F32(a);
        return Float.isInfinite(nearest) ? Math.copySign(LARGEST_FINITE_TF32, nearest) : nearest;
    }

    public static float cvtRnTF32F32(float a) {
        int odd = (Float.floatToRawIntBits(a) >>> 13) & 1;
        return tf32(a, (LOST >> 1) + odd);
    }

    public static float cvtRzTF32F32(float a) {
        return tf32(a, 0);
    }

    public static float cvtRnReluTF32F32(float a) {
        return relu(cvtRnTF32F32(a));
    }

    public static float cvtRzReluTF32F32(float a) {
        return relu(cvtRzTF32F32(a));
    }

    private static float relu(float a) {
        return a < 0 ? 0 : a + 0.0f;
    }

    private static float tf32(float a, int added) {
        if (Float.isNaN(a)) {
            return Floats32.NAN;
        }
        return Float.intBitsToFloat((Float.floatToRawIntBits(a) + added) & ~LOST);
    }

    /** Packs the first into the upper half, the second into the lower. */
    public static int cvtPackSatU16S32(int a, int b) {
        return Math.clamp(a, 0, 0xffff) << 16 | Math.clamp(b, 0, 0xffff);
    }

    public static int cvtPackSatS16S32(int a, int b) {
        return signed(a, 16) << 16 | signed(b, 16);
    }

    /** Packs the first above the second, and the third above both. */
    public static int cvtPackSatU8S32B32(int a, int b, int c) {
        return c << 16 | Math.clamp(a, 0, 0xff) << 8 | Math.clamp(b, 0, 0xff);
    }

    public static int cvtPackSatS8S32B32(int a, int b, int c) {
        return c << 16 | signed(a, 8) << 8 | signed(b, 8);
    }

    public static int cvtPackSatU4S32B32(int a, int b, int c) {
        return c << 8 | Math.clamp(a, 0, 0xf) << 4 | Math.clamp(b, 0, 0xf);
    }

    public static int cvtPackSatS4S32B32(int a, int b, int c) {
        return c << 8 | signed(a, 4) << 4 | signed(b, 4);
    }

    public static int cvtPackSatU2S32B32(int a, int b, int c) {
        return c << 4 | Math.clamp(a, 0, 3) << 2 | Math.clamp(b, 0, 3);
    }

    public static int cvtPackSatS2S32B32(int a, int b, int c) {
        return c << 4 | signed(a, 2) << 2 | signed(b, 2);
    }

    /** Clamps to so many bits, with zeros above. */
    private static int signed(int a, int bits) {
        int most = (1 << (bits - 1)) - 1;
        return Math.clamp(a, -most - 1, most) & ((most << 1) | 1);
    }
}
