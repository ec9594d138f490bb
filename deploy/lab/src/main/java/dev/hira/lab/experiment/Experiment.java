package dev.hira.lab.experiment;

import dev.hira.lab.report.LabReport;

/** Something that a publication measured, or that we promise, done again in virtual time. */
public interface Experiment {
    /** By which users call it, for example {@code "ava-unfairness"}. */
    String name();

    /** What it is about, in a line. */
    String title();

    /**
     * Does it.
     *
     * @param options what users may change
     */
    LabReport run(Options options);

    /**
     * What users may change.
     *
     * @param seed of all that is drawn
     * @param penalty what a driver's own multiplexing costs, where a published gain rests on it;
     *     see {@link dev.hira.lab.calls.Costs#penalty}
     */
    record Options(long seed, double penalty) {
        public static final Options DEFAULT = new Options(1, 0.25);
    }
}
