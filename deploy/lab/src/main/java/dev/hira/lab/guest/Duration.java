package dev.hira.lab.guest;

import java.util.random.RandomGenerator;

/**
 * A duration, evenly distributed between two bounds.
 *
 * @param least in nanoseconds
 * @param most in nanoseconds
 */
public record Duration(long least, long most) {
    public static final Duration NONE = fixed(0);

    public Duration {
        if (least < 0 || most < least) {
            throw new IllegalArgumentException(
                    "a time between " + least + " and " + most + " ns is not possible");
        }
    }

    /** Returns a fixed duration. */
    public static Duration fixed(long nanos) {
        return new Duration(nanos, nanos);
    }

    public static Duration millis(double millis) {
        return fixed(Math.round(millis * 1e6));
    }

    public static Duration micros(double micros) {
        return fixed(Math.round(micros * 1e3));
    }

    long draw(RandomGenerator random) {
        return least == most ? least : random.nextLong(least, most + 1);
    }

    /** Returns the mean. */
    public double mean() {
        return (least + most) / 2.0;
    }
}
