package dev.hira.bench.sharing;

import dev.hira.bench.common.BenchReport;
import java.util.ArrayList;
import java.util.List;

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
        for (int i = 0; i < rounds; i++) {
            // The order alternates, so that a steady speed-up favours neither side.
            boolean onFirst = i % 2 == 0;
            double first = rate.measure(onFirst);
            double second = rate.measure(!onFirst);
            losses.add(100 * (1 - (onFirst ? first / second : second / first)));
        }
        return of(losses);
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
