package dev.hira.sim.ops.floating;

/** The two eight-bit formats: conversion to float, and rounding of floats to the nearest value. */
public enum F8 {
    /** Four bits of exponent; no infinities, and one NaN of each sign. */
    E4M3(3, -6, 0x7e),
    /** Five bits of exponent: the upper half of f16. */
    E5M2(2, -14, 0x7b);

    static final int NAN = 0x7f;
    private static final int SIGN = 0x80;

    /** The power of two between a value of e4m3 and the f16 with the same bits. */
    private static final float BIAS = 0x1p8f;

    private final int mantissa;
    private final int leastExponent;
    private final int most;

    F8(int mantissa, int leastExponent, int most) {
        this.mantissa = mantissa;
        this.leastExponent = leastExponent;
        this.most = most;
    }

    /**
     * Rounds to the nearest value; a value out of range becomes the largest, every NaN the
     * canonical one.
     */
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

    /** Returns the same number as f16. */
    int half(int bits) {
        int sign = (bits & SIGN) << 8;
        int magnitude = bits & ~SIGN;
        if (magnitude == NAN || (this == E5M2 && magnitude > most + 1)) {
            return Halves.NAN;
        }
        return sign | (this == E5M2 ? magnitude << 8 : F16.narrow(F16.wide(magnitude << 7) * BIAS));
    }

    /** Packs two numbers into a word; relu replaces negative ones by zero. */
    public int pair(float high, float low, boolean relu) {
        return clamped(narrow(high), relu) << 8 | clamped(narrow(low), relu);
    }

    /** Returns two numbers as f16. */
    public int halves(int pair, boolean relu) {
        int low = half(pair & 0xff);
        int high = half(pair >>> 8);
        return relu ? Halves.pair(Halves.relu(low), Halves.relu(high)) : Halves.pair(low, high);
    }

    private static int clamped(int bits, boolean relu) {
        return relu && (bits & SIGN) != 0 ? 0 : bits;
    }
}
