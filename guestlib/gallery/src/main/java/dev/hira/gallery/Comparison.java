package dev.hira.gallery;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How what a device computed differs from what was expected.
 *
 * @param checked how many elements were compared
 * @param largestError of any element
 * @param allowedError the largest error that passes
 * @param unit what errors are measured in
 * @param worst the element with the largest error; null when nothing differs
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

    /** The same errors, for results that sum up so many elements. */
    Comparison over(long elements) {
        return new Comparison(elements, largestError, allowedError, unit, worst);
    }

    /** What was found, for people. */
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

    /** Elements that must be the same; an error is 1 for each that is not. */
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

    /** Elements that must be equal; zeros are equal, and so are NaNs. */
    public static Comparison exact(float[] expected, float[] actual) {
        Tally tally = Tally.exact(expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            boolean same =
                    expected[i] == actual[i]
                            || Float.floatToIntBits(expected[i]) == Float.floatToIntBits(actual[i]);
            tally.add(i, expected[i], actual[i], same ? 0 : 1);
        }
        return tally.comparison();
    }

    /** Elements whose distance is measured in units in the last place of the expected value. */
    public static Comparison ulps(float[] expected, float[] actual, double allowed) {
        Tally tally = new Tally("ulp", allowed, expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            double distance = Math.abs((double) expected[i] - actual[i]);
            tally.add(i, expected[i], actual[i], distance / Math.ulp(expected[i]));
        }
        return tally.comparison();
    }

    public static Comparison ulps(double[] expected, double[] actual, double allowed) {
        Tally tally = new Tally("ulp", allowed, expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            double distance = Math.abs(expected[i] - actual[i]);
            tally.add(i, expected[i], actual[i], distance / Math.ulp(expected[i]));
        }
        return tally.comparison();
    }

    /** Elements whose distance is measured as a part of one scale for all. */
    public static Comparison scaled(
            float[] expected, float[] actual, double scale, double allowed) {
        Tally tally =
                new Tally(
                        "of " + String.format(Locale.ROOT, "%.3g", scale),
                        allowed,
                        expected.length,
                        actual.length);
        for (int i = 0; i < expected.length; i++) {
            double distance = Math.abs((double) expected[i] - actual[i]);
            tally.add(i, expected[i], actual[i], distance / scale);
        }
        return tally.comparison();
    }

    /** The largest absolute value: the scale of errors that do not depend on the element. */
    static double largest(float[] values) {
        double largest = Float.MIN_NORMAL;
        for (float value : values) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }
}
