package dev.hira.gallery;

import org.jspecify.annotations.Nullable;

/** Accumulates a comparison. */
public final class Tally {
    private final String unit;
    private final double allowed;
    private long checked;
    private double largest;
    private double sum;
    private @Nullable String worst;

    public Tally(String unit, double allowed, int expected, int actual) {
        if (expected != actual) {
            throw new IllegalArgumentException(
                    actual + " elements cannot be compared with " + expected);
        }
        this.unit = unit;
        this.allowed = allowed;
    }

    /** Returns a tally that counts differing elements. */
    static Tally exact(int expected, int actual) {
        return new Tally("wrong", 0, expected, actual);
    }

    /** Adds an element; an error that is not a number counts as infinite. */
    public void add(long index, double expected, double actual, double error) {
        double known = Double.isNaN(error) ? Double.POSITIVE_INFINITY : error;
        checked++;
        sum += known;
        if (known > largest) {
            largest = known;
            worst = "element " + index + " is " + actual + " where " + expected + " was expected";
        }
    }

    public Comparison comparison() {
        return new Comparison(checked, allowed == 0 ? sum : largest, allowed, unit, worst);
    }
}
