package dev.hira.sim.opencl;

import dev.hira.api.BlockingBan;
import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.ClSizes;
import dev.hira.sim.kernel.KernelLimits;
import dev.hira.sim.kernel.ModuleKernel;
import dev.hira.sim.opencl.object.ClKernel;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Kernels that run for ranges of work-items. */
interface RangeCalls extends KernelCalls {
    @Override
    default void clEnqueueNDRangeKernel(
            long command_queue,
            long kernel,
            int work_dim,
            @Nullable ClSizes global_work_offset,
            ClSizes global_work_size,
            @Nullable ClSizes local_work_size,
            long[] event_wait_list,
            long event) {
        Command command =
                command(
                        command_queue,
                        ClCommandType.CL_COMMAND_NDRANGE_KERNEL,
                        event_wait_list,
                        event);
        ClKernel it = lane().kernel(kernel);
        command.requireContext(it.context());
        built(it.program());
        ModuleKernel code = it.function().kernel();
        if (!code.prepared()) {
            command.requireRoom();
            BlockingBan.requireTime();
        }
        KernelLimits limits = it.context().device().device().profile().limits();
        PackedArguments arguments = PackedArguments.of(it);
        requireLocalMemory(it, arguments, limits);
        WorkSizes sizes =
                WorkSizes.of(
                        work_dim,
                        global_work_offset,
                        global_work_size,
                        local_work_size,
                        code,
                        limits);
        List<WorkRegion> regions =
                sizes.empty() ? List.of() : WorkRegion.of(sizes, code.readsEnvironment());
        command.enqueue(cuda -> {
            for (WorkRegion region : regions) {
                cuda.cuLaunchKernel(
                        kernel,
                        (int) region.groups()[0],
                        (int) region.groups()[1],
                        (int) region.groups()[2],
                        (int) region.size()[0],
                        (int) region.size()[1],
                        (int) region.size()[2],
                        arguments.localBytes(),
                        command_queue,
                        arguments.with(sizes, region));
            }
        });
    }

    private static void requireLocalMemory(
            ClKernel kernel, PackedArguments arguments, KernelLimits limits) {
        long bytes =
                (long) kernel.function().kernel().needs().sharedBytes() + arguments.localBytes();
        if (bytes > limits.sharedPerBlock()) {
            throw OpenClFailures.of(
                    ClResult.CL_OUT_OF_RESOURCES,
                    "the kernel needs "
                            + bytes
                            + " bytes of local memory, but a group has "
                            + limits.sharedPerBlock());
        }
    }
}
