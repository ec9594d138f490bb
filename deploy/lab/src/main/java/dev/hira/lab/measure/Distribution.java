package dev.hira.lab.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The distribution of a time.
 *
 * @param what the measured thing
 * @param points quantiles, in rising order
 */
public record Distribution(String what, List<Point> points) {
    public Distribution {
        points = List.copyOf(points);
    }

    /**
     * A quantile.
     *
     * @param quantile from 0 to 1
     */
    public record Point(double quantile, double millis) {}

    /** Returns the distribution of times in nanoseconds. */
    public static Distribution of(String what, long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < sorted.length; i++) {
            double quantile = sorted.length == 1 ? 0.5 : (double) i / (sorted.length - 1);
            points.add(new Point(quantile, sorted[i] / 1e6));
        }
        return new Distribution(what, points);
    }

    /** Returns the smallest time that at least this part of the times does not exceed. */
    public double at(double quantile) {
        return points.stream()
                .filter(point -> point.quantile >= quantile - 1e-9)
                .findFirst()
                .orElse(points.getLast())
                .millis;
    }
}
