package dev.hira.bench.sharing;

import dev.hira.bench.common.BenchReport;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * What something costs of a rate, in percent, measured with and without it in alternating rounds.
 *
 * @param median the median of all pairs of rounds
 * @param low a quarter of the pairs lost less than this
 * @param high a quarter of the pairs lost more than this
 */
record Loss(double median, double low, double high) {
    /** Measures a rate. */
    @FunctionalInterface
    interface Rate {
        /**
         * Returns the rate in a round.
         *
         * @param on whether the thing that costs is on
         */
        double measure(boolean on);
    }

    /** Measures so many pairs of rounds. */
    static Loss measured(int rounds, Rate rate) {
        List<Double> losses = new ArrayList<>();
        alternate(rounds, rate::measure, (on, off) -> losses.add(100 * (1 - on / off)));
        return of(losses);
    }

    /**
     * Measures pairs of rounds.
     *
     * @param measure measures a round in which the thing that costs is on, or off
     * @param taker takes a round with it and one without
     */
    static <T> void alternate(int rounds, Function<Boolean, T> measure, BiConsumer<T, T> taker) {
        for (int i = 0; i < rounds; i++) {
            // The order alternates, so that a steady speed-up favours neither side.
            boolean onFirst = i % 2 == 0;
            T first = measure.apply(onFirst);
            T second = measure.apply(!onFirst);
            taker.accept(onFirst ? first : second, onFirst ? second : first);
        }
    }

    /** Returns what the pairs of rounds lost, each of which is a percentage. */
    static Loss of(List<Double> losses) {
        List<Double> sorted = losses.stream().sorted().toList();
        int rounds = sorted.size();
        return new Loss(
                sorted.get(rounds / 2),
                sorted.get(rounds / 4),
                sorted.get(rounds - 1 - rounds / 4));
    }

    /** Reports the median, which is to be at most so many percent, and how far the pairs differ. */
    void report(BenchReport report, String name, double goal) {
        report.atMost(name, median, "%", goal);
        reportSpread(report);
    }

    /** Reports the median, for which there is no goal, and how far the pairs differ. */
    void report(BenchReport report, String name) {
        report.note(name, median, "%");
        reportSpread(report);
    }

    private void reportSpread(BenchReport report) {
        report.note("    half of the pairs: from", low, "%");
        report.note("      to", high, "%");
    }
}
