package dev.hira.sim.driver;

import dev.hira.api.BlockingBan;
import dev.hira.api.WouldWaitException;
import dev.hira.api.cuda.CudaException;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.KernelOperation;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.driver.object.SimFunction;
import dev.hira.sim.driver.object.Submission;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.kernel.Launch;
import dev.hira.sim.kernel.LaunchShape;
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
        LaunchChecks.requirePossible(shape, function, profile);
        // On the virtual clock the submitting thread may execute the kernel itself.
        if (context.device().engines().modelled()) {
            BlockingBan.require();
        }
        // First, because a call that waits for room may wait for calls that follow it.
        Submission.requireRoom(channel);
        if (!function.kernel().prepared()) {
            BlockingBan.requireTime();
        }
        Launch launch;
        try {
            launch = function.kernel().prepare(shape, parameters, context.kernels());
        } catch (KernelFault fault) {
            throw CudaFailures.of(fault);
        }
        List<ChannelOperation> after = context.beforeKernels();
        try {
            Submission.queueWork(
                    lane(), channel, new KernelOperation(profile.costs(), launch, function), after);
        } catch (CudaException | WouldWaitException refused) {
            launch.forget();
            throw refused;
        }
    }
}
