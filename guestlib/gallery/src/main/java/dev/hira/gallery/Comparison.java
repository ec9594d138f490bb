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
    public Comparison over(long elements) {
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

    public static Comparison exact(short[] expected, short[] actual) {
        Tally tally = Tally.exact(expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            tally.add(i, expected[i], actual[i], expected[i] == actual[i] ? 0 : 1);
        }
        return tally.comparison();
    }

    /** Elements that must be equal; zeros of both signs are. */
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

    /** Numbers of things that must be the same; the error is by how much they differ. */
    public static Comparison count(long expected, long actual) {
        Tally tally = Tally.exact(1, 1);
        tally.add(0, (double) expected, (double) actual, Math.abs((double) expected - actual));
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

    /** Elements whose distance is measured as a part of one scale for all. */
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

    /** Elements whose distance is measured as it is. */
    public static Comparison absolute(double[] expected, double[] actual, double allowed) {
        Tally tally = new Tally("absolute", allowed, expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            tally.add(i, expected[i], actual[i], Math.abs(expected[i] - actual[i]));
        }
        return tally.comparison();
    }

    /** Both together; they must be measured alike. */
    public Comparison and(Comparison other) {
        if (!unit.equals(other.unit) || allowedError != other.allowedError) {
            throw new IllegalArgumentException(
                    "errors measured in " + unit + " cannot be joined with such in " + other.unit);
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

    /** The largest absolute value: the scale of errors that do not depend on the element. */
    public static double largest(float[] values) {
        double largest = Float.MIN_NORMAL;
        for (float value : values) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }
}
