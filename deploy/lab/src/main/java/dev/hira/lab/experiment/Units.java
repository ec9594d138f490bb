package dev.hira.lab.experiment;

/** Units of time, in nanoseconds. */
final class Units {
    static final long MICRO = 1_000;
    static final long MILLI = 1_000_000;
    static final long SECOND = 1_000_000_000;

    private Units() {}

    static double millis(double nanos) {
        return nanos / MILLI;
    }

    static double percent(double part) {
        return part * 100;
    }
}
