package dev.hira.sim.opencl;

import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClKernelSubGroupInfo;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClException;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.lang.foreign.MemorySegment;

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
    default long clSVMAlloc(long context, long flags, long size, int alignment) {
        lane().context(context);
        return 0;
    }

    @Override
    default void clSVMFree(long context, long svm_pointer) {
        lane().context(context);
        if (svm_pointer != 0) {
            throw OpenClFailures.invalidValue("there is no shared virtual memory to free");
        }
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
    default void clSetKernelArgSVMPointer(long kernel, int arg_index, long arg_value) {
        lane().kernel(kernel);
        throw absent("shared virtual memory");
    }

    @Override
    default void clSetKernelExecInfo(long kernel, int param_name) {
        lane().kernel(kernel);
        throw absent("shared virtual memory");
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

    @Override
    default void clEnqueueSVMFree(
            long command_queue, long[] svm_pointers, long[] event_wait_list, long event) {
        command(command_queue, ClCommandType.CL_COMMAND_NONE, event_wait_list, event);
        throw absent("shared virtual memory");
    }

    @Override
    default void clEnqueueSVMMemcpy(
            long command_queue,
            long dst_ptr,
            long src_ptr,
            long size,
            long[] event_wait_list,
            long event) {
        command(command_queue, ClCommandType.CL_COMMAND_NONE, event_wait_list, event);
        throw absent("shared virtual memory");
    }

    @Override
    default void clEnqueueSVMMemFill(
            long command_queue,
            long svm_ptr,
            MemorySegment pattern,
            long size,
            long[] event_wait_list,
            long event) {
        command(command_queue, ClCommandType.CL_COMMAND_NONE, event_wait_list, event);
        throw absent("shared virtual memory");
    }

    @Override
    default void clEnqueueSVMMap(
            long command_queue,
            long flags,
            long svm_ptr,
            long size,
            long[] event_wait_list,
            long event) {
        command(command_queue, ClCommandType.CL_COMMAND_NONE, event_wait_list, event);
        throw absent("shared virtual memory");
    }

    @Override
    default void clEnqueueSVMUnmap(
            long command_queue, long svm_ptr, long[] event_wait_list, long event) {
        command(command_queue, ClCommandType.CL_COMMAND_NONE, event_wait_list, event);
        throw absent("shared virtual memory");
    }

    @Override
    default void clEnqueueSVMMigrateMem(
            long command_queue,
            long[] svm_pointers,
            long[] sizes,
            long flags,
            long[] event_wait_list,
            long event) {
        command(command_queue, ClCommandType.CL_COMMAND_NONE, event_wait_list, event);
        throw absent("shared virtual memory");
    }
}
