package dev.hira.sim.cores;

import dev.hira.sim.kernel.LaunchShape;

/**
 * The host resources that a grid takes while it runs.
 *
 * @param localBytes local memory of each thread
 * @param bytes memory of all blocks that run at the same time
 * @param threads host threads that the grid cannot do without
 */
public record Footprint(int localBytes, long bytes, int threads) {
    /** Memory that the device itself keeps for each thread of a block. */
    private static final int THREAD_BYTES = 128;

    /**
     * Returns the footprint of a launch.
     *
     * @param sharedBytes shared memory of each block
     * @param cores cores that run blocks; a cooperative grid ignores it, as all its blocks are
     *     resident
     */
    public static Footprint of(LaunchShape shape, int localBytes, long sharedBytes, int cores) {
        long together = shape.cooperative() ? shape.blocks() : Math.min(shape.blocks(), cores);
        long block = shape.threadsPerBlock() * ((long) localBytes + THREAD_BYTES) + sharedBytes;
        return new Footprint(
                localBytes, together * block, shape.cooperative() ? (int) shape.blocks() : 0);
    }
}
