package dev.hira.sim.cores;

import dev.hira.sim.kernel.LaunchShape;

/**
 * What a grid takes of the host while it runs.
 *
 * @param localBytes local memory of each thread
 * @param bytes of all blocks that run at the same time
 * @param threads of the host that it cannot do without
 */
public record Footprint(int localBytes, long bytes, int threads) {
    /** What the device itself keeps for each thread of a block. */
    private static final int THREAD_BYTES = 128;

    /**
     * The footprint of a launch.
     *
     * @param sharedBytes of each block
     * @param cores that run blocks; those of a cooperative grid are all there at once
     */
    public static Footprint of(LaunchShape shape, int localBytes, long sharedBytes, int cores) {
        long together = shape.cooperative() ? shape.blocks() : Math.min(shape.blocks(), cores);
        long block = shape.threadsPerBlock() * ((long) localBytes + THREAD_BYTES) + sharedBytes;
        return new Footprint(
                localBytes, together * block, shape.cooperative() ? (int) shape.blocks() : 0);
    }
}
