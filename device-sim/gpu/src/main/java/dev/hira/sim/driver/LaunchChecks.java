package dev.hira.sim.driver;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaException;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.Occupancy;
import dev.hira.sim.driver.object.SimFunction;
import dev.hira.sim.kernel.LaunchShape;
import dev.hira.sim.kernel.ModuleKernel;
import dev.hira.sim.profile.DeviceProfile;

/** Checks of launches against the limits of a kernel and its device. */
public final class LaunchChecks {
    private LaunchChecks() {}

    /**
     * Refuses a launch that a device cannot do.
     *
     * @throws CudaException when the grid or its blocks are too large
     */
    public static void requirePossible(
            LaunchShape shape, SimFunction function, DeviceProfile profile) {
        requirePossibleGrid(shape);
        requirePossibleBlock(shape, profile.limits().threadsPerBlock());
        if (shape.dynamicSharedBytes() < 0
                || shape.dynamicSharedBytes() > function.maxDynamicShared) {
            throw CudaFailures.invalidValue(
                    "the kernel "
                            + function.kernel().name()
                            + " may have "
                            + function.maxDynamicShared
                            + " bytes of dynamic shared memory, not "
                            + Integer.toUnsignedString(shape.dynamicSharedBytes())
                            + "; raise its attribute"
                            + " CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES first"
                            + " (Kernel.allowSharedMemory), up to "
                            + Math.max(
                                    0,
                                    profile.limits().sharedPerBlockOptin()
                                            - FunctionCalls.needs(function).sharedBytes()));
        }
        requireFits(shape, function, profile);
    }

    private static void requirePossibleGrid(LaunchShape shape) {
        int most = DeviceAttributes.MAX_GRID_YZ;
        if (shape.gridX() <= 0
                || shape.gridY() <= 0
                || shape.gridZ() <= 0
                || shape.gridY() > most
                || shape.gridZ() > most) {
            throw CudaFailures.invalidValue(
                    "a grid of "
                            + sizes(shape.gridX(), shape.gridY(), shape.gridZ())
                            + " blocks is not possible: each dimension needs at least 1 block, and"
                            + " the second and third have at most "
                            + most);
        }
    }

    private static void requirePossibleBlock(LaunchShape shape, int mostThreads) {
        String sizes = sizes(shape.blockX(), shape.blockY(), shape.blockZ());
        if (shape.blockX() <= 0
                || shape.blockY() <= 0
                || shape.blockZ() <= 0
                || shape.blockX() > DeviceAttributes.MAX_BLOCK_XY
                || shape.blockY() > DeviceAttributes.MAX_BLOCK_XY
                || shape.blockZ() > DeviceAttributes.MAX_BLOCK_Z) {
            throw CudaFailures.invalidValue(
                    "a block of "
                            + sizes
                            + " threads is not possible: the dimensions must be at least 1 and at most "
                            + sizes(
                                    DeviceAttributes.MAX_BLOCK_XY,
                                    DeviceAttributes.MAX_BLOCK_XY,
                                    DeviceAttributes.MAX_BLOCK_Z));
        }
        if (shape.threadsPerBlock() > mostThreads) {
            throw CudaFailures.invalidValue(
                    "a block of "
                            + sizes
                            + " threads is not possible: it has "
                            + shape.threadsPerBlock()
                            + " threads, and this device allows "
                            + mostThreads
                            + " in a block; launch smaller blocks and more of them");
        }
    }

    private static String sizes(int x, int y, int z) {
        return x + " x " + y + " x " + z;
    }

    /** Checks the limits that depend on the kernel, as far as the engine knows them. */
    private static void requireFits(
            LaunchShape shape, SimFunction function, DeviceProfile profile) {
        ModuleKernel.Needs needs = FunctionCalls.needs(function);
        Occupancy occupancy = new Occupancy(profile.limits(), needs);
        int blocks =
                occupancy.blocksPerMultiprocessor(
                        (int) shape.threadsPerBlock(), shape.dynamicSharedBytes());
        if (blocks == 0) {
            throw CudaFailures.of(
                    CUresult.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
                    "a block of the kernel "
                            + function.kernel().name()
                            + " needs "
                            + occupancy.excess(
                                    (int) shape.threadsPerBlock(), shape.dynamicSharedBytes()));
        }
        long together = (long) blocks * profile.multiprocessors();
        if (shape.cooperative() && shape.blocks() > together) {
            throw CudaFailures.of(
                    CUresult.CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
                    "the grid has "
                            + shape.blocks()
                            + " blocks, but only "
                            + together
                            + " can run at the same time");
        }
    }
}
