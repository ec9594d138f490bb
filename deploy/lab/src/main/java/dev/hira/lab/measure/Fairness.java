package dev.hira.lab.measure;

import java.util.Arrays;

/** Measures of how fairly something was shared. */
public final class Fairness {
    private Fairness() {}

    /** Jain's index: 1 when all have the same, 1/n when one has all. */
    public static double jain(double... shares) {
        double sum = Arrays.stream(shares).sum();
        double squares = Arrays.stream(shares).map(x -> x * x).sum();
        return squares == 0 ? 1 : sum * sum / (shares.length * squares);
    }

    /** AvA's unfairness of two: the difference over the sum. */
    public static double unfairness(double one, double other) {
        return one + other == 0 ? 0 : Math.abs(one - other) / (one + other);
    }

    /** The largest part of the whole by which anybody is off what its weight gives it. */
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

    /** The median. */
    public static double median(double[] values) {
        return quantile(values, 0.5);
    }

    /** A quantile; 0 of nothing. */
    public static double quantile(double[] values, double quantile) {
        if (values.length == 0) {
            return 0;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.min(sorted.length - 1L, (long) (quantile * sorted.length))];
    }
}
