package dev.hira.sim.ops;

/** Values of bf16, the upper halves of floats, as floats, and floats rounded to bf16. */
final class BF16 {
    private BF16() {}

    static float wide(int half) {
        return Float.intBitsToFloat(half << 16);
    }

    /** The nearest one; every NaN becomes the canonical one. */
    static int narrow(float a) {
        if (Float.isNaN(a)) {
            return Halves.NAN;
        }
        int bits = Float.floatToRawIntBits(a);
        int odd = (bits >>> 16) & 1;
        return (bits + 0x7fff + odd) >>> 16;
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
}
