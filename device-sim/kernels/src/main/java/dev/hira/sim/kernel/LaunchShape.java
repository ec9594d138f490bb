package dev.hira.sim.kernel;

/**
 * The shape of a launch.
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
    /** The number of threads of a block. */
    public long threadsPerBlock() {
        return (long) blockX * blockY * blockZ;
    }

    /** Formats the coordinates of the block with this number, for reports. */
    public String block(long number) {
        long row = number / gridX;
        return place(number % gridX, row % gridY, row / gridY);
    }

    /** Formats the coordinates of the thread with this number in its block, for reports. */
    public String thread(int number) {
        int row = number / blockX;
        return place(number % blockX, row % blockY, row / blockY);
    }

    private static String place(long x, long y, long z) {
        return "(" + x + ", " + y + ", " + z + ")";
    }

    /** The number of blocks of the grid. */
    public long blocks() {
        return (long) gridX * gridY * gridZ;
    }
}
