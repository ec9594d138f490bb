package dev.hira.sim.ops;

import java.math.BigInteger;

/**
 * A number that is exact, or cut off far beyond the last bit that matters: the mantissa times two
 * to the exponent; if it is cut, the true value is slightly farther from zero.
 */
record Exact(BigInteger mantissa, int exponent, boolean cut) {
    private static final int SPARE_BITS = 400;

    static Exact of(BigInteger whole) {
        return new Exact(whole, 0, false);
    }

    static Exact of(double value) {
        return Format.F64.value(Double.doubleToRawLongBits(value));
    }

    Exact plus(Exact other) {
        int common = Math.min(exponent, other.exponent);
        return new Exact(
                mantissa.shiftLeft(exponent - common)
                        .add(other.mantissa.shiftLeft(other.exponent - common)),
                common,
                false);
    }

    Exact minus(Exact other) {
        return plus(new Exact(other.mantissa.negate(), other.exponent, false));
    }

    Exact times(Exact other) {
        return new Exact(mantissa.multiply(other.mantissa), exponent + other.exponent, false);
    }

    Exact over(Exact other) {
        BigInteger[] parts = mantissa.shiftLeft(SPARE_BITS).divideAndRemainder(other.mantissa);
        return new Exact(parts[0], exponent - other.exponent - SPARE_BITS, parts[1].signum() != 0);
    }

    Exact root() {
        int shift = SPARE_BITS + (exponent & 1);
        BigInteger[] parts = mantissa.shiftLeft(shift).sqrtAndRemainder();
        return new Exact(parts[0], (exponent - shift) / 2, parts[1].signum() != 0);
    }

    int signum() {
        return mantissa.signum();
    }

    boolean isZero() {
        return signum() == 0;
    }

    /** Rounds to a whole number. */
    BigInteger whole(Direction direction) {
        return unitsOf(0, direction);
    }

    /** Returns the number in multiples of two to the power of a unit, rounded. */
    BigInteger unitsOf(int unit, Direction direction) {
        BigInteger magnitude = mantissa.abs();
        int dropped = unit - exponent;
        BigInteger kept =
                dropped > 0 ? magnitude.shiftRight(dropped) : magnitude.shiftLeft(-dropped);
        BigInteger lost =
                dropped > 0 ? magnitude.subtract(kept.shiftLeft(dropped)) : BigInteger.ZERO;
        boolean exact = lost.signum() == 0 && !cut;
        int toHalf = dropped > 0 ? lost.compareTo(BigInteger.ONE.shiftLeft(dropped - 1)) : -1;
        boolean up =
                !exact
                        && direction.isUp(
                                signum() < 0, toHalf == 0 && cut ? 1 : toHalf, kept.testBit(0));
        BigInteger rounded = up ? kept.add(BigInteger.ONE) : kept;
        return signum() < 0 ? rounded.negate() : rounded;
    }

    /** A rounding direction. */
    enum Direction {
        NEAREST_EVEN,
        NEAREST_AWAY,
        ZERO,
        DOWN,
        UP;

        /**
         * Returns the direction with this PTX abbreviation, with or without the i of rounding to
         * whole numbers.
         */
        static Direction of(String modifier) {
            return switch (modifier) {
                case "rn", "rni" -> NEAREST_EVEN;
                case "rna" -> NEAREST_AWAY;
                case "rz", "rzi" -> ZERO;
                case "rm", "rmi" -> DOWN;
                case "rp", "rpi" -> UP;
                default -> throw new IllegalArgumentException(modifier);
            };
        }

        /** Returns whether an inexact magnitude is rounded up. */
        boolean isUp(boolean negative, int lostToHalf, boolean odd) {
            return switch (this) {
                case NEAREST_EVEN -> lostToHalf > 0 || (lostToHalf == 0 && odd);
                case NEAREST_AWAY -> lostToHalf >= 0;
                case ZERO -> false;
                case DOWN -> negative;
                case UP -> !negative;
            };
        }
    }
}
