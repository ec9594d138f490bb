package dev.hira.sim.driver;

import dev.hira.api.cuda.CuOccupancyMaxPotentialBlockSizeResult;
import dev.hira.api.cuda.CuOccupancyMaxPotentialBlockSizeWithFlagsResult;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.Occupancy;
import dev.hira.sim.driver.object.SimFunction;
import dev.hira.sim.profile.DeviceProfile;

/** Occupancy queries: the blocks and threads of a kernel that fit on a device. */
interface OccupancyCalls extends DriverCalls {
    private Occupancy occupancy(long func) {
        SimFunction function = lane().function(func);
        return new Occupancy(profile(func).limits(), FunctionCalls.needs(function));
    }

    private DeviceProfile profile(long func) {
        return lane().function(func).context().device().profile();
    }

    @Override
    default int cuOccupancyMaxActiveBlocksPerMultiprocessor(
            long func, int blockSize, long dynamicSMemSize) {
        return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                func, blockSize, dynamicSMemSize, 0);
    }

    @Override
    default int cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
            long func, int blockSize, long dynamicSMemSize, int flags) {
        Occupancy occupancy = occupancy(func);
        CudaFailures.requireFlags(flags, 1, "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags");
        requireShared(dynamicSMemSize);
        if (blockSize <= 0) {
            throw CudaFailures.invalidValue("a block has at least 1 thread, not " + blockSize);
        }
        return occupancy.blocksPerMultiprocessor(blockSize, dynamicSMemSize);
    }

    private static void requireShared(long bytes) {
        if (bytes < 0) {
            throw CudaFailures.invalidValue(
                    "a block cannot have "
                            + Long.toUnsignedString(bytes)
                            + " bytes of shared memory");
        }
    }

    @Override
    default CuOccupancyMaxPotentialBlockSizeResult cuOccupancyMaxPotentialBlockSize(
            long func, long dynamicSMemSize, int blockSizeLimit) {
        int size = bestBlockSize(func, dynamicSMemSize, blockSizeLimit, 0);
        return new CuOccupancyMaxPotentialBlockSizeResult(
                fillingGrid(func, size, dynamicSMemSize), size);
    }

    @Override
    default CuOccupancyMaxPotentialBlockSizeWithFlagsResult
            cuOccupancyMaxPotentialBlockSizeWithFlags(
                    long func, long dynamicSMemSize, int blockSizeLimit, int flags) {
        int size = bestBlockSize(func, dynamicSMemSize, blockSizeLimit, flags);
        return new CuOccupancyMaxPotentialBlockSizeWithFlagsResult(
                fillingGrid(func, size, dynamicSMemSize), size);
    }

    private int bestBlockSize(long func, long dynamicShared, int limit, int flags) {
        Occupancy occupancy = occupancy(func);
        CudaFailures.requireFlags(flags, 1, "cuOccupancyMaxPotentialBlockSizeWithFlags");
        requireShared(dynamicShared);
        if (limit < 0) {
            throw CudaFailures.invalidValue(
                    "the limit of the block size must not be negative, but is " + limit);
        }
        return occupancy.bestBlockSize(dynamicShared, limit);
    }

    private int fillingGrid(long func, int size, long dynamicShared) {
        return occupancy(func).blocksPerMultiprocessor(size, dynamicShared)
                * profile(func).multiprocessors();
    }

    @Override
    default long cuOccupancyAvailableDynamicSMemPerBlock(long func, int numBlocks, int blockSize) {
        Occupancy occupancy = occupancy(func);
        if (numBlocks <= 0 || blockSize <= 0) {
            throw CudaFailures.invalidValue(
                    "there must be at least 1 block of 1 thread, not "
                            + numBlocks
                            + " of "
                            + blockSize);
        }
        return occupancy.availableShared(numBlocks, blockSize);
    }
}
