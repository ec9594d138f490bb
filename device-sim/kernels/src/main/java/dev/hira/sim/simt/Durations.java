package dev.hira.sim.simt;

import java.util.Arrays;

/** The latest of some durations. */
final class Durations {
    private static final int KEPT = 16;

    private final double[] latest = new double[KEPT];
    private long count;

    void add(double nanos) {
        latest[(int) (count++ % KEPT)] = nanos;
    }

    /** How many there were. */
    long count() {
        return count;
    }

    /** What half of the latest ones exceed: few that are far off do not change it. */
    double median() {
        int kept = (int) Math.min(count, KEPT);
        double[] sorted = Arrays.copyOf(latest, kept);
        Arrays.sort(sorted);
        return kept == 0 ? 0 : sorted[kept / 2];
    }
}
