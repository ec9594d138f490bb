package dev.hira.lab.measure;

import java.util.Arrays;

/** Measures of fair sharing. */
public final class Fairness {
    private Fairness() {}

    /** Returns Jain's index: 1 for equal parts, 1/n when one has all. */
    public static double jain(double... shares) {
        double sum = Arrays.stream(shares).sum();
        double squares = Arrays.stream(shares).map(x -> x * x).sum();
        return squares == 0 ? 1 : sum * sum / (shares.length * squares);
    }

    /** Returns AvA's unfairness of two parts: the difference over the sum. */
    public static double unfairness(double one, double other) {
        return one + other == 0 ? 0 : Math.abs(one - other) / (one + other);
    }

    /** Returns the largest deviation of a part from its weight, as a part of the whole. */
    public static double shareError(double[] times, double[] weights) {
        double time = Arrays.stream(times).sum();
        double weight = Arrays.stream(weights).sum();
        double worst = 0;
        for (int i = 0; i < times.length; i++) {
            double due = weights[i] / weight;
            worst = Math.max(worst, Math.abs(times[i] / time - due));
        }
        return worst;
    }

    /** Returns the median. */
    public static double median(double[] values) {
        return quantile(values, 0.5);
    }

    /** Returns a quantile; 0 without values. */
    public static double quantile(double[] values, double quantile) {
        if (values.length == 0) {
            return 0;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.min(sorted.length - 1L, (long) (quantile * sorted.length))];
    }
}
