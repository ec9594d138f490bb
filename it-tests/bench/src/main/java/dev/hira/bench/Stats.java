package dev.hira.bench;

import java.util.Arrays;
import java.util.function.LongSupplier;

/** Samples of one quantity. */
final class Stats {
    private final long[] sorted;

    private Stats(long[] samples) {
        sorted = samples.clone();
        Arrays.sort(sorted);
    }

    /** Takes samples, after discarded ones. */
    static Stats of(int warmUp, int samples, LongSupplier sample) {
        long[] taken = new long[samples];
        for (int i = -warmUp; i < samples; i++) {
            taken[Math.max(0, i)] = sample.getAsLong();
        }
        return new Stats(taken);
    }

    /** How long a task takes, in nanoseconds, again and again. */
    static Stats timing(int warmUp, int samples, Runnable task) {
        return of(
                warmUp,
                samples,
                () -> {
                    long start = System.nanoTime();
                    task.run();
                    return System.nanoTime() - start;
                });
    }

    double median() {
        return percentile(50);
    }

    double percentile(double p) {
        return sorted[(int) Math.min(sorted.length - 1, Math.round(p / 100 * (sorted.length - 1)))];
    }

    double min() {
        return sorted[0];
    }
}
