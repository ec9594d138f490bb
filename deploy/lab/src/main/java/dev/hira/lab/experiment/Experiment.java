package dev.hira.lab.experiment;

import dev.hira.lab.measure.DistributionReader;
import dev.hira.lab.measure.DistributionReader.Measured;
import dev.hira.lab.report.LabReport;

/** A measurement of a publication, or a promise of Hira, repeated in virtual time. */
public interface Experiment {
    /** Returns the name by which users select it, for example {@code "ava-unfairness"}. */
    String name();

    /** Returns its subject, in a line. */
    String title();

    /**
     * Runs the experiment.
     *
     * @param options the settings that users may change
     */
    LabReport run(Options options);

    /**
     * The settings that users may change.
     *
     * @param seed the seed of all random numbers
     * @param penalty the cost of a driver's own multiplexing, where a published gain rests on it;
     *     see {@link dev.hira.lab.calls.Costs#penalty}
     * @param measured the times without answers of moves that were measured
     */
    record Options(long seed, double penalty, Measured measured) {
        public static final Options DEFAULT = new Options(1, 0.25);

        public Options(long seed, double penalty) {
            this(seed, penalty, DistributionReader.recorded());
        }
    }
}
