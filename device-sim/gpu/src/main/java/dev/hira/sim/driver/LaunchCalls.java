package dev.hira.sim.driver;

import dev.hira.api.BlockingBan;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaException;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.KernelOperation;
import dev.hira.sim.driver.object.Occupancy;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.driver.object.SimFunction;
import dev.hira.sim.driver.object.Submission;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.kernel.Launch;
import dev.hira.sim.kernel.LaunchShape;
import dev.hira.sim.kernel.ModuleKernel;
import dev.hira.sim.profile.DeviceProfile;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Launches of kernels. */
interface LaunchCalls extends DriverCalls {
    @Override
    default void cuLaunchKernel(
            long f,
            int gridDimX,
            int gridDimY,
            int gridDimZ,
            int blockDimX,
            int blockDimY,
            int blockDimZ,
            int sharedMemBytes,
            long hStream,
            MemorySegment kernelParams) {
        LaunchShape shape =
                new LaunchShape(
                        gridDimX,
                        gridDimY,
                        gridDimZ,
                        blockDimX,
                        blockDimY,
                        blockDimZ,
                        sharedMemBytes,
                        false);
        launch(f, shape, hStream, kernelParams);
    }

    @Override
    default void cuLaunchCooperativeKernel(
            long f,
            int gridDimX,
            int gridDimY,
            int gridDimZ,
            int blockDimX,
            int blockDimY,
            int blockDimZ,
            int sharedMemBytes,
            long hStream,
            MemorySegment kernelParams) {
        LaunchShape shape =
                new LaunchShape(
                        gridDimX,
                        gridDimY,
                        gridDimZ,
                        blockDimX,
                        blockDimY,
                        blockDimZ,
                        sharedMemBytes,
                        true);
        launch(f, shape, hStream, kernelParams);
    }

    private void launch(long name, LaunchShape shape, long stream, MemorySegment parameters) {
        SimFunction function = lane().function(name);
        Channel channel = lane().channel(stream);
        SimContext context = function.context();
        if (channel.group() != context.channels()) {
            throw CudaFailures.invalidHandle(
                    "the kernel "
                            + function.kernel().name()
                            + " and the stream "
                            + CudaFailures.hex(stream)
                            + " belong to different contexts");
        }
        DeviceProfile profile = context.device().profile();
        requirePossible(shape, function, profile);
        // On the virtual clock the submitting thread may execute the kernel itself.
        if (!function.kernel().prepared() || context.device().engines().modelled()) {
            BlockingBan.require();
        }
        Submission.requireRoom(channel);
        Launch launch;
        try {
            launch = function.kernel().prepare(shape, parameters, context.kernels());
        } catch (KernelFault fault) {
            throw CudaFailures.of(fault);
        }
        List<ChannelOperation> after = context.memory().pendingSuccessions(ChannelOperation::done);
        try {
            Submission.queueWork(
                    lane(),
                    channel,
                    new KernelOperation(profile.costs().launch(), launch, function.kernel().name()),
                    after);
        } catch (CudaException refused) {
            launch.forget();
            throw refused;
        }
    }

    private static void requirePossible(
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
                            + "; raise its attribute first");
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
                    "a block of "
                            + shape.threadsPerBlock()
                            + " threads of the kernel "
                            + function.kernel().name()
                            + " needs more than a multiprocessor has");
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
