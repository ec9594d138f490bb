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

    /** Where a block of this number lies in the grid, for reports. */
    public String block(long number) {
        long row = number / gridX;
        return place(number % gridX, row % gridY, row / gridY);
    }

    /** Where a thread of this number lies in its block, for reports. */
    public String thread(int number) {
        int row = number / blockX;
        return place(number % blockX, row % blockY, row / blockY);
    }

    private static String place(long x, long y, long z) {
        return "(" + x + ", " + y + ", " + z + ")";
    }

    /** Blocks of the grid. */
    public long blocks() {
        return (long) gridX * gridY * gridZ;
    }
}
