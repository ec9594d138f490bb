package dev.hira.sim.ops;

import java.math.BigInteger;

/**
 * A binary floating-point format.
 *
 * @param precision bits of the mantissa, including the hidden one
 */
record Format(int precision, int exponentBits) {
    static final Format F16 = new Format(11, 5);
    static final Format BF16 = new Format(8, 8);
    static final Format TF32 = new Format(11, 8);
    static final Format F32 = new Format(24, 8);
    static final Format F64 = new Format(53, 11);

    private int bias() {
        return (1 << (exponentBits - 1)) - 1;
    }

    long infinity() {
        return ((1L << exponentBits) - 1) << (precision - 1);
    }

    long sign() {
        return 1L << (precision - 1 + exponentBits);
    }

    long magnitude(long bits) {
        return bits & (sign() - 1);
    }

    boolean isNan(long bits) {
        return magnitude(bits) > infinity();
    }

    boolean isFinite(long bits) {
        return magnitude(bits) < infinity();
    }

    boolean isNegative(long bits) {
        return (bits & sign()) != 0;
    }

    /** Returns the value of bits that are neither infinite nor NaN. */
    Exact value(long bits) {
        long magnitude = magnitude(bits);
        int biased = (int) (magnitude >>> (precision - 1));
        long fraction = magnitude & ((1L << (precision - 1)) - 1);
        long mantissa = biased == 0 ? fraction : fraction | 1L << (precision - 1);
        BigInteger signed = BigInteger.valueOf(isNegative(bits) ? -mantissa : mantissa);
        return new Exact(signed, Math.max(biased, 1) - bias() - (precision - 1), false);
    }

    /**
     * Returns the bits of a rounded value; a zero is positive unless it comes from a negative
     * value.
     */
    long round(Exact exact, Exact.Direction direction) {
        int top = exact.mantissa().abs().bitLength() + exact.exponent();
        int unit = Math.max(top - precision, 2 - bias() - precision);
        BigInteger units = exact.unitsOf(unit, direction);
        long sign = exact.signum() < 0 ? sign() : 0;
        long magnitude = units.abs().longValueExact();
        if (magnitude >>> precision != 0) {
            magnitude >>= 1;
            unit++;
        }
        int biased = unit + bias() + precision - 1;
        boolean denormal = magnitude >>> (precision - 1) == 0;
        long bits =
                denormal
                        ? magnitude
                        : ((long) biased << (precision - 1))
                                + (magnitude - (1L << (precision - 1)));
        boolean overflow = !denormal && biased >= (1 << exponentBits) - 1;
        return sign | (overflow ? overflowed(exact.signum() < 0, direction) : bits);
    }

    private long overflowed(boolean negative, Exact.Direction direction) {
        boolean largest =
                switch (direction) {
                    case NEAREST_EVEN, NEAREST_AWAY -> false;
                    case ZERO -> true;
                    case DOWN -> !negative;
                    case UP -> negative;
                };
        return largest ? infinity() - 1 : infinity();
    }
}
