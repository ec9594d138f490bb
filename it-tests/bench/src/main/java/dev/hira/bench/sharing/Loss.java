package dev.hira.bench.sharing;

import java.util.ArrayList;
import java.util.List;

/** What something costs of a rate, measured with and without it in alternating rounds. */
final class Loss {
    private Loss() {}

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

    /** Returns the part of the rate that is lost, the median of so many pairs of rounds. */
    static double percent(int rounds, Rate rate) {
        List<Double> losses = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            // The order alternates, so that a steady speed-up favours neither side.
            boolean onFirst = i % 2 == 0;
            double first = rate.measure(onFirst);
            double second = rate.measure(!onFirst);
            losses.add(100 * (1 - (onFirst ? first / second : second / first)));
        }
        return losses.stream().sorted().toList().get(rounds / 2);
    }
}
