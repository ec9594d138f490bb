package dev.hira.sim.ops.floating;

/** Numbers of eight bits in two formats, as floats, and floats rounded to the nearest of them. */
public enum F8 {
    /** Four bits of exponent; it has no infinities, and one NaN of each sign. */
    E4M3(3, -6, 0x7e),
    /** The upper half of f16. */
    E5M2(2, -14, 0x7b);

    static final int NAN = 0x7f;
    private static final int SIGN = 0x80;

    /** The power of two between the values of e4m3 and those that its bits mean in f16. */
    private static final float BIAS = 0x1p8f;

    private final int mantissa;
    private final int leastExponent;
    private final int most;

    F8(int mantissa, int leastExponent, int most) {
        this.mantissa = mantissa;
        this.leastExponent = leastExponent;
        this.most = most;
    }

    /** The nearest one; what is too large becomes the largest, every NaN the canonical one. */
    int narrow(float a) {
        if (Float.isNaN(a)) {
            return NAN;
        }
        int exponent = Math.max(Math.getExponent(a), leastExponent);
        double units = Math.rint(Math.scalb((double) Math.abs(a), mantissa - exponent));
        double bits = ((exponent - leastExponent) << mantissa) + units;
        int sign = Float.floatToRawIntBits(a) < 0 ? SIGN : 0;
        return sign | (int) Math.min(bits, most);
    }

    /** The same number as f16. */
    int half(int bits) {
        int sign = (bits & SIGN) << 8;
        int magnitude = bits & ~SIGN;
        if (magnitude == NAN || (this == E5M2 && magnitude > most + 1)) {
            return Halves.NAN;
        }
        return sign | (this == E5M2 ? magnitude << 8 : F16.narrow(F16.wide(magnitude << 7) * BIAS));
    }

    /** Two in a word, each zero where it is negative if that is wanted. */
    public int pair(float high, float low, boolean relu) {
        return clamped(narrow(high), relu) << 8 | clamped(narrow(low), relu);
    }

    /** Two as f16. */
    public int halves(int pair, boolean relu) {
        int low = half(pair & 0xff);
        int high = half(pair >>> 8);
        return relu ? Halves.pair(Halves.relu(low), Halves.relu(high)) : Halves.pair(low, high);
    }

    private static int clamped(int bits, boolean relu) {
        return relu && (bits & SIGN) != 0 ? 0 : bits;
    }
}
