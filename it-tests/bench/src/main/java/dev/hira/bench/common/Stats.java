package dev.hira.bench.common;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;

/** Samples of one quantity. */
public final class Stats {
    private final long[] sorted;

    private Stats(long[] samples) {
        sorted = samples.clone();
        Arrays.sort(sorted);
    }

    /** Takes samples after some that it discards. */
    public static Stats of(int warmUp, int samples, LongSupplier sample) {
        long[] taken = new long[samples];
        for (int i = -warmUp; i < samples; i++) {
            taken[Math.max(0, i)] = sample.getAsLong();
        }
        return new Stats(taken);
    }

    /** Returns statistics of samples that were taken elsewhere. */
    public static Stats of(Collection<Long> samples) {
        return new Stats(samples.stream().mapToLong(Long::longValue).toArray());
    }

    /** Measures the nanoseconds of a task repeatedly. */
    public static Stats timing(int warmUp, int samples, Runnable task) {
        return of(warmUp, samples, () -> timed(task));
    }

    /**
     * Measures two tasks alternately, so that both see the same machine.
     *
     * @param warmUp the least time that they run before the measurement
     */
    public static List<Stats> alternating(
            Duration warmUp, int samples, Runnable one, Runnable other) {
        long[] first = new long[samples];
        long[] second = new long[samples];
        WarmUp.untilSteady(warmUp, one, other);
        for (int i = 0; i < samples; i++) {
            first[i] = timed(one);
            second[i] = timed(other);
        }
        return List.of(new Stats(first), new Stats(second));
    }

    private static long timed(Runnable task) {
        long start = System.nanoTime();
        task.run();
        return System.nanoTime() - start;
    }

    public double median() {
        return percentile(50);
    }

    public double percentile(double p) {
        return sorted[(int) Math.min(sorted.length - 1, Math.round(p / 100 * (sorted.length - 1)))];
    }

    double min() {
        return sorted[0];
    }
}
