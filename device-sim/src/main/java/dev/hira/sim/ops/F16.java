package dev.hira.sim.ops;

/** Values of f16 as floats, and floats rounded to f16. */
final class F16 {
    private F16() {}

    static float wide(int half) {
        return Float.float16ToFloat((short) half);
    }

    /** The nearest one; every NaN becomes the canonical one. */
    static int narrow(float a) {
        return Float.isNaN(a) ? Halves.NAN : Float.floatToFloat16(a) & 0xffff;
    }

    static int narrowRz(float a) {
        int nearest = narrow(a);
        return Math.abs(wide(nearest)) > Math.abs(a) ? Halves.inward(nearest) : nearest;
    }

    static int narrowRm(float a) {
        int nearest = narrow(a);
        if (!(wide(nearest) > a)) {
            return nearest;
        }
        return Halves.isNegative(nearest) ? Halves.outward(nearest) : Halves.inward(nearest);
    }

    static int narrowRp(float a) {
        int nearest = narrow(a);
        if (!(wide(nearest) < a)) {
            return nearest;
        }
        return Halves.isNegative(nearest) ? Halves.inward(nearest) : Halves.outward(nearest);
    }

    /** Denormal values become zero of the same sign. */
    static int flush(int half) {
        return (half & 0x7c00) == 0 ? half & Halves.SIGN : half;
    }

    /** Clamped to [0, 1]; NaN and -0 become +0. */
    static int saturate(int half) {
        int one = 0x3c00;
        boolean nan = (half & 0x7fff) > 0x7c00;
        return nan || Halves.isNegative(half) ? 0 : Math.min(half, one);
    }
}
