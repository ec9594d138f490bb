package dev.hira.bench.common;

/**
 * How thorough a run is.
 *
 * @param scale the factor applied to all numbers of repetitions
 */
public record BenchSettings(double scale) {
    /** The number of repetitions in this run of what a full run repeats {@code usual} times. */
    public int times(int usual) {
        return Math.max(1, (int) (usual * scale));
    }
}
