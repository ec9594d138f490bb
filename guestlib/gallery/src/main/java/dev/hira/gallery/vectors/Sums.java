package dev.hira.gallery.vectors;

import dev.hira.gallery.Comparison;
import dev.hira.gallery.Tally;

/**
 * Sums of values that are not negative. When no value takes part in more than {@code k} additions,
 * each of which rounds to nearest, a sum in {@code float} differs from the exact one by at most
 * {@code k} times 2<sup>-24</sup> of it (Higham, Accuracy and Stability of Numerical Algorithms,
 * section 4.2; terms of second order are far below the slack of one addition).
 */
final class Sums {
    private static final double ROUNDING = 0x1p-24;

    private Sums() {}

    /** Returns the sum in double precision. */
    static double of(float[] values) {
        double sum = 0;
        for (float value : values) {
            sum += value;
        }
        return sum;
    }

    /**
     * Compares a device's sum with the exact one.
     *
     * @param count the number of values
     * @param additions the most additions in which a value takes part
     */
    static Comparison compare(int count, double expected, float actual, int additions) {
        Tally tally = new Tally("of the sum", (additions + 1) * ROUNDING, 1, 1);
        tally.add(0, expected, actual, Math.abs(expected - actual) / expected);
        return tally.comparison().over(count);
    }

    static int log2(int powerOfTwo) {
        return Integer.numberOfTrailingZeros(powerOfTwo);
    }
}
