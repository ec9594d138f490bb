package dev.hira.sim.kernel;

/**
 * The part of a launch that was done before the launch was paused.
 *
 * @param nextBlock the number of the first block that has not run; all later ones have not either
 * @param grid the number of the grid; 0 when it has not begun
 * @param seatNanos the time for which its threads have held processors, summed over the threads
 * @param ranNanos the time for which at least one of its threads has held a processor
 */
public record LaunchProgress(long nextBlock, long grid, long seatNanos, long ranNanos) {
    /** The progress of a launch that has not begun. */
    public static final LaunchProgress NONE = new LaunchProgress(0, 0, 0, 0);
}
