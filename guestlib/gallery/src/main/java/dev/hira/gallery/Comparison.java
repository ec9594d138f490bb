package dev.hira.gallery;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The difference between a device's results and the expected ones.
 *
 * @param checked the number of compared elements
 * @param largestError the largest error of any element
 * @param allowedError the largest error that passes
 * @param unit the unit of errors
 * @param worst the element with the largest error; null when all are equal
 */
public record Comparison(
        long checked,
        double largestError,
        double allowedError,
        String unit,
        @Nullable String worst) {
    public boolean passed() {
        return largestError <= allowedError;
    }

    /** Returns the same errors for results that sum up this many elements. */
    public Comparison over(long elements) {
        return new Comparison(elements, largestError, allowedError, unit, worst);
    }

    /** Returns the findings for people. */
    public String sentence() {
        String found = checked + " checked, " + errors();
        return passed() ? found : found + "; the worst " + worst;
    }

    private String errors() {
        if (allowedError == 0) {
            return largestError == 0
                    ? "all equal"
                    : String.format(Locale.ROOT, "%.0f %s", largestError, unit);
        }
        return String.format(
                Locale.ROOT,
                "largest error %.3g of at most %.3g %s",
                largestError,
                allowedError,
                unit);
    }

    /** Compares elements that must be the same; the error is 1 for each that differs. */
    public static Comparison exact(int[] expected, int[] actual) {
        Tally tally = Tally.exact(expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            tally.add(i, expected[i], actual[i], expected[i] == actual[i] ? 0 : 1);
        }
        return tally.comparison();
    }

    public static Comparison exact(byte[] expected, byte[] actual) {
        Tally tally = Tally.exact(expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            tally.add(i, expected[i], actual[i], expected[i] == actual[i] ? 0 : 1);
        }
        return tally.comparison();
    }

    public static Comparison exact(short[] expected, short[] actual) {
        Tally tally = Tally.exact(expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            tally.add(i, expected[i], actual[i], expected[i] == actual[i] ? 0 : 1);
        }
        return tally.comparison();
    }

    /** Compares elements that must be equal; zeros of both signs are. */
    public static Comparison exact(float[] expected, float[] actual) {
        Tally tally = Tally.exact(expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            tally.add(i, expected[i], actual[i], expected[i] == actual[i] ? 0 : 1);
        }
        return tally.comparison();
    }

    public static Comparison exact(double[] expected, double[] actual) {
        Tally tally = Tally.exact(expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            tally.add(i, expected[i], actual[i], expected[i] == actual[i] ? 0 : 1);
        }
        return tally.comparison();
    }

    /** Compares counts that must be the same; the error is the difference. */
    public static Comparison count(long expected, long actual) {
        Tally tally = Tally.exact(1, 1);
        tally.add(0, (double) expected, (double) actual, Math.abs((double) expected - actual));
        return tally.comparison();
    }

    /** Compares elements by their distance in units in the last place of the expected value. */
    public static Comparison ulps(float[] expected, float[] actual, double allowed) {
        Tally tally = new Tally("ulp", allowed, expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            double distance = Math.abs((double) expected[i] - actual[i]);
            tally.add(i, expected[i], actual[i], distance / Math.ulp(expected[i]));
        }
        return tally.comparison();
    }

    /** Compares elements by their distance relative to one common scale. */
    public static Comparison scaled(
            float[] expected, float[] actual, double scale, double allowed) {
        String unit = "of " + String.format(Locale.ROOT, "%.3g", scale);
        Tally tally = new Tally(unit, allowed, expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            double distance = Math.abs((double) expected[i] - actual[i]);
            tally.add(i, expected[i], actual[i], distance / scale);
        }
        return tally.comparison();
    }

    /** Compares elements by their absolute distance. */
    public static Comparison absolute(double[] expected, double[] actual, double allowed) {
        Tally tally = new Tally("absolute", allowed, expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            tally.add(i, expected[i], actual[i], Math.abs(expected[i] - actual[i]));
        }
        return tally.comparison();
    }

    /** Combines both comparisons, which must have the same unit. */
    public Comparison and(Comparison other) {
        if (!unit.equals(other.unit) || allowedError != other.allowedError) {
            throw new IllegalArgumentException(
                    "errors measured in "
                            + unit
                            + " cannot be combined with errors in "
                            + other.unit);
        }
        double error =
                allowedError == 0
                        ? largestError + other.largestError
                        : Math.max(largestError, other.largestError);
        return new Comparison(
                checked + other.checked,
                error,
                allowedError,
                unit,
                other.largestError > largestError ? other.worst : worst);
    }

    /**
     * Returns the largest absolute value: the scale of errors that do not depend on the element.
     */
    public static double largest(float[] values) {
        double largest = Float.MIN_NORMAL;
        for (float value : values) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }
}
