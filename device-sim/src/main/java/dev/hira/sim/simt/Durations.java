package dev.hira.sim.simt;

import java.util.Arrays;

/**
 * The latest of some durations. Several threads of the host may use it at the same time; what gets
 * lost then does not matter.
 */
final class Durations {
    private static final int KEPT = 64;

    private final double[] latest = new double[KEPT];
    private volatile int count;

    @SuppressWarnings("NonAtomicVolatileUpdate") // what gets lost does not matter
    void add(double nanos) {
        int place = count;
        latest[place % KEPT] = nanos;
        // Goes round above what is kept, and is never negative.
        count = place + 1 == Integer.MAX_VALUE ? KEPT : place + 1;
    }

    /** How many there were, more or less. */
    int count() {
        return count;
    }

    /** What half of the latest ones exceed: few that are far off do not change it. */
    double median() {
        int kept = Math.min(count, KEPT);
        double[] sorted = Arrays.copyOf(latest, kept);
        Arrays.sort(sorted);
        return kept == 0 ? 0 : sorted[kept / 2];
    }
}
