package dev.hira.lab.report;

import java.math.BigDecimal;
import java.util.Locale;

/**
 * A measured value and the bounds within which a statement holds.
 *
 * @param what the name of the value
 * @param value the value
 * @param least the smallest value that agrees with the statement
 * @param most the largest one
 * @param unit the unit, after numbers; may be empty
 * @param allowed the bounds, in words
 */
public record Check(
        String what, double value, double least, double most, String unit, String allowed) {
    /** Returns a check that a value is at most this. */
    public static Check atMost(String what, double value, double most, String unit) {
        return new Check(what, value, -Double.MAX_VALUE, most, unit, "at most " + with(most, unit));
    }

    /** Returns a check that a value is at least this. */
    public static Check atLeast(String what, double value, double least, String unit) {
        return new Check(
                what, value, least, Double.MAX_VALUE, unit, "at least " + with(least, unit));
    }

    /** Returns a check that a value is between two others. */
    public static Check between(String what, double value, double least, double most, String unit) {
        return new Check(what, value, least, most, unit, number(least) + " to " + with(most, unit));
    }

    /** Returns a check that a value is a published one, with a tolerance. */
    public static Check published(
            String what, double value, double published, double tolerance, String unit) {
        return new Check(
                what,
                value,
                published - tolerance,
                published + tolerance,
                unit,
                "published " + with(published, unit) + ", ± " + with(tolerance, unit));
    }

    /** Returns whether the value is within the bounds; a missing value is not. */
    public boolean holds() {
        return value >= least && value <= most;
    }

    @Override
    public String toString() {
        return what + " " + with(value, unit) + " (" + allowed + ")";
    }

    private static String with(double value, String unit) {
        return unit.isEmpty() ? number(value) : number(value) + " " + unit;
    }

    private static String number(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        double size = Math.abs(value);
        int digits =
                value == Math.rint(value) || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
        return new BigDecimal(String.format(Locale.ROOT, "%." + digits + "f", value))
                .stripTrailingZeros()
                .toPlainString();
    }
}
