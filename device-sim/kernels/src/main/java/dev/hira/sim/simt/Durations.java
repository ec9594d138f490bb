package dev.hira.sim.simt;

import java.util.Arrays;

/** A window of the latest durations. */
final class Durations {
    private static final int KEPT = 16;

    private final double[] latest = new double[KEPT];
    private long count;

    void add(double nanos) {
        latest[(int) (count++ % KEPT)] = nanos;
    }

    /** Returns the number of durations that were added. */
    long count() {
        return count;
    }

    /** Returns the median of the latest durations, on which a few outliers have no effect. */
    double median() {
        int kept = (int) Math.min(count, KEPT);
        double[] sorted = Arrays.copyOf(latest, kept);
        Arrays.sort(sorted);
        return kept == 0 ? 0 : sorted[kept / 2];
    }
}
