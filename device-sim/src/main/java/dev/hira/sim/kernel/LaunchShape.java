package dev.hira.sim.kernel;

/**
 * How a kernel is launched.
 *
 * @param gridX blocks in the first dimension
 * @param gridY blocks in the second
 * @param gridZ blocks in the third
 * @param blockX threads of a block in the first dimension
 * @param blockY threads in the second
 * @param blockZ threads in the third
 * @param dynamicSharedBytes shared memory of each block besides what the kernel declares
 * @param cooperative whether all blocks must run at the same time
 */
public record LaunchShape(
        int gridX,
        int gridY,
        int gridZ,
        int blockX,
        int blockY,
        int blockZ,
        int dynamicSharedBytes,
        boolean cooperative) {
    /** Threads of a block. */
    public long threadsPerBlock() {
        return (long) blockX * blockY * blockZ;
    }

    /** Blocks of the grid. */
    public long blocks() {
        return (long) gridX * gridY * gridZ;
    }
}
