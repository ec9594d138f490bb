package dev.hira.sim.opencl;

import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClKernelSubGroupInfo;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClException;
import dev.hira.sim.opencl.device.Platforms;
import dev.hira.sim.opencl.object.OpenClFailures;

/**
 * Functions of features that simulated devices lack. They check their objects first, and then fail
 * as the specification demands of a device without the feature.
 */
interface AbsentCalls extends OpenClCalls {
    private static OpenClException absent(String feature) {
        return OpenClFailures.of(
                ClResult.CL_INVALID_OPERATION, "simulated devices do not have " + feature);
    }

    @Override
    default void clCreatePipe(
            long context,
            long flags,
            int pipe_packet_size,
            int pipe_max_packets,
            long[] properties) {
        lane().context(context);
        throw absent("pipes");
    }

    @Override
    default void clGetPipeInfo(long pipe, int param_name) {
        lane().mem(pipe);
        throw OpenClFailures.of(ClResult.CL_INVALID_MEM_OBJECT, "the memory object is a buffer");
    }

    @Override
    default void clGetDeviceAndHostTimer(long device) {
        Platforms.ofDevice(lane().process(), device);
        throw absent("a time that they share with their host");
    }

    @Override
    default void clGetHostTimer(long device) {
        Platforms.ofDevice(lane().process(), device);
        throw absent("a time that they share with their host");
    }

    @Override
    default void clSetDefaultDeviceCommandQueue(long context, long device, long command_queue) {
        lane().context(context);
        Platforms.ofDevice(lane().process(), device);
        lane().queue(command_queue);
        throw absent("queues of their own");
    }

    @Override
    default void clGetKernelSubGroupInfo(
            long kernel, long device, ClKernelSubGroupInfo param_name) {
        lane().kernel(kernel);
        Platforms.ofDevice(lane().process(), device);
        throw absent("sub-groups");
    }

    @Override
    default void clSetProgramSpecializationConstant(long program, int spec_id, long spec_size) {
        lane().program(program);
        throw absent("an intermediate language");
    }

    @Override
    default void clSetProgramReleaseCallback(long program, long user_data) {
        lane().program(program);
        throw absent("destructors of programs");
    }

    @Override
    default void clEnqueueNativeKernel(long command_queue, long[] event_wait_list, long event) {
        command(command_queue, ClCommandType.CL_COMMAND_NONE, event_wait_list, event);
        throw absent("functions of the host as commands");
    }
}
