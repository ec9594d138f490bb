package dev.hira.sim.opencl;

import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClKernelSubGroupInfo;
import dev.hira.api.opencl.ClMemObjectType;
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
    default void clCreateImage(long context, long flags) {
        lane().context(context);
        throw absent("images");
    }

    @Override
    default void clCreateImageWithProperties(long context, long[] properties, long flags) {
        lane().context(context);
        throw absent("images");
    }

    @Override
    default int[] clGetSupportedImageFormats(long context, long flags, ClMemObjectType image_type) {
        lane().context(context);
        return switch (image_type) {
            case CL_MEM_OBJECT_NONE, CL_MEM_OBJECT_BUFFER, CL_MEM_OBJECT_PIPE ->
                    throw OpenClFailures.invalidValue(image_type + " is no kind of image");
            default -> new int[0];
        };
    }

    @Override
    default void clGetImageInfo(long image, int param_name) {
        lane().mem(image);
        throw OpenClFailures.of(ClResult.CL_INVALID_MEM_OBJECT, "the memory object is a buffer");
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
    default void clCreateSampler(
            long context, boolean normalized_coords, int addressing_mode, int filter_mode) {
        lane().context(context);
        throw absent("images");
    }

    @Override
    default void clCreateSamplerWithProperties(long context, long[] sampler_properties) {
        lane().context(context);
        throw absent("images");
    }

    @Override
    default void clRetainSampler(long sampler) {
        throw OpenClFailures.of(ClResult.CL_INVALID_SAMPLER, "there are no samplers");
    }

    @Override
    default void clReleaseSampler(long sampler) {
        throw OpenClFailures.of(ClResult.CL_INVALID_SAMPLER, "there are no samplers");
    }

    @Override
    default void clGetSamplerInfo(long sampler, int param_name) {
        throw OpenClFailures.of(ClResult.CL_INVALID_SAMPLER, "there are no samplers");
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
    default void clEnqueueReadImage(
            long command_queue, long image, long[] event_wait_list, long event) {
        Command command =
                command(command_queue, ClCommandType.CL_COMMAND_NONE, event_wait_list, event);
        command.requireContext(lane().mem(image).context());
        throw absent("images");
    }

    @Override
    default void clEnqueueWriteImage(
            long command_queue, long image, long[] event_wait_list, long event) {
        Command command =
                command(command_queue, ClCommandType.CL_COMMAND_NONE, event_wait_list, event);
        command.requireContext(lane().mem(image).context());
        throw absent("images");
    }

    @Override
    default void clEnqueueFillImage(
            long command_queue, long image, long[] event_wait_list, long event) {
        Command command =
                command(command_queue, ClCommandType.CL_COMMAND_NONE, event_wait_list, event);
        command.requireContext(lane().mem(image).context());
        throw absent("images");
    }

    @Override
    default void clEnqueueCopyImage(
            long command_queue,
            long src_image,
            long dst_image,
            long[] event_wait_list,
            long event) {
        Command command =
                command(command_queue, ClCommandType.CL_COMMAND_NONE, event_wait_list, event);
        command.requireContext(lane().mem(src_image).context());
        command.requireContext(lane().mem(dst_image).context());
        throw absent("images");
    }

    @Override
    default void clEnqueueCopyImageToBuffer(
            long command_queue,
            long src_image,
            long dst_buffer,
            long[] event_wait_list,
            long event) {
        Command command =
                command(command_queue, ClCommandType.CL_COMMAND_NONE, event_wait_list, event);
        command.requireContext(lane().mem(src_image).context());
        command.requireContext(lane().mem(dst_buffer).context());
        throw absent("images");
    }

    @Override
    default void clEnqueueCopyBufferToImage(
            long command_queue,
            long src_buffer,
            long dst_image,
            long[] event_wait_list,
            long event) {
        Command command =
                command(command_queue, ClCommandType.CL_COMMAND_NONE, event_wait_list, event);
        command.requireContext(lane().mem(src_buffer).context());
        command.requireContext(lane().mem(dst_image).context());
        throw absent("images");
    }

    @Override
    default void clEnqueueMapImage(
            long command_queue, long image, long[] event_wait_list, long event) {
        Command command =
                command(command_queue, ClCommandType.CL_COMMAND_NONE, event_wait_list, event);
        command.requireContext(lane().mem(image).context());
        throw absent("images");
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
