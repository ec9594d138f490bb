package dev.hira.api.opencl.host;

import dev.hira.api.opencl.ClBufferCreateType;
import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClMemFlags;
import dev.hira.api.opencl.ClProgramInfo;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.ClSizes;
import dev.hira.api.opencl.OpenClException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The part of OpenCL's functions that runs in the program's own process. It chooses the device
 * addresses of buffers, tells their names from other arguments of kernels, and maps buffers into
 * host memory. Some functions end here; the others become a command that travels, as {@code
 * clEnqueueReadBuffer} becomes {@code clReadBufferHIRA} if it blocks.
 */
public interface HostSide extends HostSharing {
    /** The alignment of device memory. */
    int ALIGNMENT = 512;

    /** The samplers of the process. */
    HostSamplers hostSamplers();

    /** The arguments of the process's kernels. */
    HostKernels hostKernels();

    @Override
    default void clCreateBufferAs(
            long mem, long context, long flags, long size, @Nullable MemorySegment host_ptr) {
        clCreateBufferWithPropertiesAs(mem, context, new long[0], flags, size, host_ptr);
    }

    @Override
    default void clCreateBufferWithPropertiesAs(
            long mem,
            long context,
            long[] properties,
            long flags,
            long size,
            @Nullable MemorySegment host_ptr) {
        HostMemory.requireGiven(flags, host_ptr);
        boolean uses = (flags & ClMemFlags.CL_MEM_USE_HOST_PTR.value()) != 0;
        @Nullable SharedRange shared = uses ? sharedBy(context, host_ptr) : null;
        if (shared != null && host_ptr != null) {
            clCreateSubBufferAs(
                    mem,
                    shared.buffer(),
                    flags & ~ClMemFlags.CL_MEM_USE_HOST_PTR.value(),
                    ClBufferCreateType.CL_BUFFER_CREATE_TYPE_REGION,
                    shared.offset(host_ptr),
                    size);
            return;
        }
        long address = names().address(context, size, ALIGNMENT);
        try {
            clCreateBufferHIRAAs(mem, context, properties, flags, size, address);
        } catch (RuntimeException refused) {
            names().releaseAddress(address);
            throw refused;
        }
        if (host_ptr != null) {
            clInitializeBufferHIRA(mem, 0, size, host_ptr);
        }
        if (host_ptr != null && uses) {
            hostMemory().uses(mem, host_ptr, null);
        }
    }

    /** Returns the shared virtual memory of a context with an address, or null. */
    private @Nullable SharedRange sharedBy(long context, @Nullable MemorySegment memory) {
        if (memory == null || !memory.isNative()) {
            return null;
        }
        @Nullable SharedRange range = hostMemory().shared().find(memory.address());
        return range != null && range.context() == context ? range : null;
    }

    @Override
    default void clSetKernelArg(
            long kernel, int arg_index, long arg_size, @Nullable MemorySegment arg_value) {
        MemorySegment value = arg_value == null ? MemorySegment.NULL : arg_value;
        if (arg_value != null && (arg_size < 0 || arg_size > value.byteSize())) {
            throw new OpenClException(
                    ClResult.CL_INVALID_ARG_SIZE,
                    "the argument has the size "
                            + Long.toUnsignedString(arg_size)
                            + ", but its value has "
                            + value.byteSize()
                            + " bytes");
        }
        boolean mayBeName = arg_value != null && arg_size == Long.BYTES;
        long name = mayBeName ? value.get(ValueLayout.JAVA_LONG_UNALIGNED, 0) : 0;
        boolean memory = hostMemory().has(name);
        boolean sampler = hostSamplers().has(name);
        boolean none = arg_value == null || memory || sampler;
        set(
                kernel,
                arg_index,
                HostKernels.Argument.of(
                        arg_size,
                        none ? MemorySegment.NULL : value.asSlice(0, arg_size),
                        memory ? name : 0,
                        sampler ? name : 0));
    }

    @Override
    default void clSetKernelArgSVMPointer(long kernel, int arg_index, long arg_value) {
        @Nullable SharedRange range = hostMemory().shared().find(arg_value);
        if (range == null && arg_value != 0) {
            throw new OpenClException(
                    ClResult.CL_INVALID_ARG_VALUE,
                    "the argument "
                            + arg_index
                            + " must be an address in shared virtual memory, not 0x"
                            + Long.toHexString(arg_value));
        }
        MemorySegment value = MemorySegment.ofArray(new long[] {arg_value});
        long buffer = range == null ? 0 : range.buffer();
        set(kernel, arg_index, HostKernels.Argument.of(Long.BYTES, value, buffer, 0));
    }

    private void set(long kernel, int index, HostKernels.Argument argument) {
        clSetKernelArgHIRA(
                kernel,
                index,
                argument.size(),
                argument.value(),
                argument.mem(),
                argument.sampler());
        hostKernels().set(kernel, index, argument);
    }

    @Override
    default void clCloneKernelAs(long kernel, long source_kernel) {
        clCloneKernelHIRAAs(kernel, source_kernel);
        hostKernels()
                .arguments(source_kernel)
                .forEach((index, argument) -> set(kernel, index, argument));
    }

    @Override
    default void clCompileProgram(
            long program,
            long[] device_list,
            String options,
            long[] input_headers,
            List<String> header_include_names) {
        CallbackRule.require("clCompileProgram");
        if (header_include_names.size() != input_headers.length) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE,
                    "there are "
                            + header_include_names.size()
                            + " names for "
                            + input_headers.length
                            + " headers");
        }
        Map<Long, String> texts = new HashMap<>();
        List<String> headers = new ArrayList<>();
        for (long header : input_headers) {
            headers.add(
                    texts.computeIfAbsent(
                            header, each -> text(each, ClProgramInfo.CL_PROGRAM_SOURCE)));
        }
        clCompileProgramHIRA(program, device_list, options, header_include_names, headers);
    }

    private String text(long program, ClProgramInfo property) {
        long size = clGetProgramInfo(program, property, 0, null);
        MemorySegment text = MemorySegment.ofArray(new byte[Math.toIntExact(size)]);
        clGetProgramInfo(program, property, size, text);
        return text.getString(0);
    }

    @Override
    default long[] clCreateKernelsInProgram(long program) {
        String names = text(program, ClProgramInfo.CL_PROGRAM_KERNEL_NAMES);
        return Stream.of(names.split(";", -1))
                .filter(name -> !name.isEmpty())
                .mapToLong(name -> clCreateKernel(program, name))
                .toArray();
    }

    @Override
    default void clEnqueueTask(
            long command_queue, long kernel, long[] event_wait_list, long event) {
        ClSizes one = new ClSizes(1, 1, 1);
        clEnqueueNDRangeKernel(command_queue, kernel, 1, null, one, one, event_wait_list, event);
    }

    @Override
    default void clEnqueueMarker(long command_queue, long event) {
        clEnqueueMarkerWithWaitList(command_queue, new long[0], event);
    }

    @Override
    default void clEnqueueBarrier(long command_queue) {
        clEnqueueBarrierWithWaitList(command_queue, new long[0], 0);
    }

    @Override
    default void clEnqueueWaitForEvents(long command_queue, long[] event_list) {
        if (event_list.length == 0) {
            throw new OpenClException(ClResult.CL_INVALID_VALUE, "there is no event to wait for");
        }
        clEnqueueBarrierWithWaitList(command_queue, event_list, 0);
    }

    @Override
    default void clEnqueueReadBuffer(
            long command_queue,
            long buffer,
            boolean blocking_read,
            long offset,
            long size,
            MemorySegment ptr,
            long[] event_wait_list,
            long event) {
        CallbackRule.require(blocking_read, "clEnqueueReadBuffer");
        hostMemory().requireAccess(buffer, HostMemory.UNREADABLE);
        if (blocking_read) {
            clReadBufferHIRA(
                    command_queue, buffer, offset, size, ptr, event_wait_list, event, false);
        } else {
            clReadBufferLateHIRA(
                    command_queue, buffer, offset, size, ptr, event_wait_list, event, false);
        }
    }

    @Override
    default void clEnqueueWriteBuffer(
            long command_queue,
            long buffer,
            boolean blocking_write,
            long offset,
            long size,
            MemorySegment ptr,
            long[] event_wait_list,
            long event) {
        CallbackRule.require(blocking_write, "clEnqueueWriteBuffer");
        hostMemory().requireWritable(buffer, offset, offset + size);
        clWriteBufferHIRA(command_queue, buffer, offset, size, ptr, event_wait_list, event, false);
    }

    @Override
    default void clEnqueueReadBufferRect(
            long command_queue,
            long buffer,
            boolean blocking_read,
            ClSizes buffer_origin,
            ClSizes host_origin,
            ClSizes region,
            long buffer_row_pitch,
            long buffer_slice_pitch,
            long host_row_pitch,
            long host_slice_pitch,
            MemorySegment ptr,
            long[] event_wait_list,
            long event) {
        CallbackRule.require(blocking_read, "clEnqueueReadBufferRect");
        Rect from = Rect.of(buffer_origin, region, buffer_row_pitch, buffer_slice_pitch);
        Rect to = Rect.of(host_origin, region, host_row_pitch, host_slice_pitch);
        hostMemory().requireAccess(buffer, HostMemory.UNREADABLE);
        HostCommands.run(
                this,
                command_queue,
                blocking_read,
                ClCommandType.CL_COMMAND_READ_BUFFER_RECT,
                event,
                standing ->
                        clReadAreaHIRA(
                                command_queue,
                                buffer,
                                from.area(),
                                to.area(),
                                from.travelling(),
                                ptr,
                                event_wait_list,
                                standing,
                                false));
    }

    @Override
    default void clEnqueueWriteBufferRect(
            long command_queue,
            long buffer,
            boolean blocking_write,
            ClSizes buffer_origin,
            ClSizes host_origin,
            ClSizes region,
            long buffer_row_pitch,
            long buffer_slice_pitch,
            long host_row_pitch,
            long host_slice_pitch,
            MemorySegment ptr,
            long[] event_wait_list,
            long event) {
        CallbackRule.require(blocking_write, "clEnqueueWriteBufferRect");
        Rect to = Rect.of(buffer_origin, region, buffer_row_pitch, buffer_slice_pitch);
        Rect from = Rect.of(host_origin, region, host_row_pitch, host_slice_pitch);
        hostMemory().requireWritable(buffer, to.offset(), to.offset() + to.reach());
        clWriteAreaHIRA(
                command_queue,
                buffer,
                to.area(),
                from.area(),
                to.travelling(),
                ptr,
                event_wait_list,
                event,
                false);
    }

    @Override
    default MemorySegment clEnqueueMapBuffer(
            long command_queue,
            long buffer,
            boolean blocking_map,
            long map_flags,
            long offset,
            long size,
            long[] event_wait_list,
            long event) {
        CallbackRule.require(blocking_map, "clEnqueueMapBuffer");
        HostMemory.Mapping mapping = hostMemory().map(buffer, map_flags, offset, size);
        try {
            HostCommands.run(
                    this,
                    command_queue,
                    blocking_map,
                    ClCommandType.CL_COMMAND_MAP_BUFFER,
                    event,
                    standing ->
                            mapping.read(this, command_queue, buffer, event_wait_list, standing));
        } catch (RuntimeException refused) {
            hostMemory().unmap(buffer, mapping.memory());
            throw refused;
        }
        return mapping.memory();
    }

    @Override
    default void clEnqueueUnmapMemObject(
            long command_queue,
            long memobj,
            MemorySegment mapped_ptr,
            long[] event_wait_list,
            long event) {
        HostMemory.@Nullable Mapping mapping = hostMemory().unmap(memobj, mapped_ptr);
        if (mapping == null) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE, "the memory is not mapped for this object");
        }
        try {
            mapping.write(this, command_queue, memobj, event_wait_list, event);
        } catch (RuntimeException refused) {
            hostMemory().keep(memobj, mapping);
            throw refused;
        }
    }
}
