package dev.hira.api.opencl.host;

import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClContextInfo;
import dev.hira.api.opencl.ClKernelExecInfo;
import dev.hira.api.opencl.ClKernelInfo;
import dev.hira.api.opencl.ClMemFlags;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The functions of shared virtual memory, which the program's own process answers: behind each
 * allocation there is a buffer with host memory at its device address, so that pointers have the
 * same value on both sides. What is mapped and unmapped is copied, as for other buffers.
 */
public interface HostSharing extends HostImages {
    /** The flags of allocations. */
    long SHARING =
            ClMemFlags.CL_MEM_READ_WRITE.value()
                    | ClMemFlags.CL_MEM_WRITE_ONLY.value()
                    | ClMemFlags.CL_MEM_READ_ONLY.value();

    /** The largest alignment: that of the largest vector. */
    int MOST_ALIGNED = 128;

    @Override
    default MemorySegment clSVMAlloc(long context, long flags, long size, int alignment) {
        requireContext(context);
        if ((flags & ~SHARING) != 0 || Long.bitCount(flags) > 1) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE,
                    "shared virtual memory cannot have the flags 0x"
                            + Long.toHexString(flags)
                            + ": host and kernels use it in turns, by clEnqueueSVMMap and"
                            + " clEnqueueSVMUnmap");
        }
        if (Integer.bitCount(alignment) > 1 || alignment < 0 || alignment > MOST_ALIGNED) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE,
                    "an alignment is a power of two up to "
                            + MOST_ALIGNED
                            + ", not "
                            + Integer.toUnsignedString(alignment));
        }
        HostMemory.requireSize(size);
        SharedRange range = SharedRanges.map(names(), context, size);
        try {
            long buffer =
                    clCreateBufferHIRA(
                            context,
                            new long[0],
                            flags | ClMemFlags.CL_MEM_USE_HOST_PTR.value(),
                            size,
                            range.address());
            range.belongsTo(context, buffer);
        } catch (RuntimeException refused) {
            range.unmap();
            names().releaseAddress(range.address());
            throw refused;
        }
        hostMemory().shares(range);
        return range.memory();
    }

    private void requireContext(long context) {
        clGetContextInfo(context, ClContextInfo.CL_CONTEXT_REFERENCE_COUNT, 0, null);
    }

    @Override
    default void clSVMFree(long context, long svm_pointer) {
        requireContext(context);
        if (svm_pointer != 0) {
            clReleaseMemObject(hostMemory().shared().remove(svm_pointer).buffer());
        }
    }

    @Override
    default void clSetKernelExecInfo(
            long kernel, ClKernelExecInfo param_name, MemorySegment param_value) {
        clGetKernelInfo(kernel, ClKernelInfo.CL_KERNEL_REFERENCE_COUNT, 0, null);
        long size = param_value.byteSize();
        switch (param_name) {
            case CL_KERNEL_EXEC_INFO_SVM_PTRS -> {
                if (size == 0 || size % Long.BYTES != 0) {
                    throw wrongSize(size);
                }
                for (long at = 0; at < size; at += Long.BYTES) {
                    hostMemory()
                            .shared()
                            .at(param_value.get(ValueLayout.JAVA_LONG_UNALIGNED, at), 0);
                }
            }
            case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM -> {
                if (size != Integer.BYTES) {
                    throw wrongSize(size);
                }
                if (param_value.get(ValueLayout.JAVA_INT_UNALIGNED, 0) != 0) {
                    throw new OpenClException(
                            ClResult.CL_INVALID_OPERATION,
                            "kernels reach memory of clSVMAlloc, not all memory of the host");
                }
            }
            case CL_KERNEL_EXEC_INFO_NONE ->
                    throw new OpenClException(
                            ClResult.CL_INVALID_VALUE, "0 is no property of kernels");
        }
    }

    private static OpenClException wrongSize(long size) {
        return new OpenClException(
                ClResult.CL_INVALID_VALUE, "the property's value cannot have " + size + " bytes");
    }

    @Override
    default void clEnqueueSVMFree(
            long command_queue, long[] svm_pointers, long[] event_wait_list, long event) {
        List<SharedRange> freed = new ArrayList<>();
        long standing =
                event == 0
                        ? clCreateEventHIRA(command_queue, ClCommandType.CL_COMMAND_SVM_FREE)
                        : event;
        try {
            for (long each : svm_pointers) {
                freed.add(hostMemory().shared().remove(each));
            }
            enqueueNothing(command_queue, freed, event_wait_list, standing);
            clSetEventCallback(
                    standing,
                    HostCommands.COMPLETE,
                    (_, _, _) -> freed.forEach(each -> clReleaseMemObject(each.buffer())),
                    0);
        } catch (RuntimeException refused) {
            freed.forEach(hostMemory().shared()::add);
            HostCommands.abandon(this, standing, event);
            throw refused;
        }
        if (event == 0) {
            clReleaseEvent(standing);
        }
    }

    /** Enqueues a command that does nothing with memory, but has the same context. */
    private void enqueueNothing(long queue, List<SharedRange> with, long[] waits, long event) {
        if (with.isEmpty()) {
            clEnqueueMarkerWithWaitList(queue, waits, event);
        } else {
            long[] buffers = with.stream().mapToLong(SharedRange::buffer).toArray();
            clEnqueueMigrateMemObjects(queue, buffers, 0, waits, event);
        }
    }

    @Override
    default void clEnqueueSVMMemcpy(
            long command_queue,
            boolean blocking_copy,
            MemorySegment dst_ptr,
            MemorySegment src_ptr,
            long size,
            long[] event_wait_list,
            long event) {
        @Nullable SharedRange to = shared(dst_ptr, size);
        @Nullable SharedRange from = shared(src_ptr, size);
        boolean onHost = to == null && from == null;
        CallbackRule.require(blocking_copy, "clEnqueueSVMMemcpy");
        if (onHost) {
            CallbackRule.require("clEnqueueSVMMemcpy from host memory to host memory");
        }
        HostCommands.run(
                this,
                command_queue,
                blocking_copy || onHost,
                ClCommandType.CL_COMMAND_SVM_MEMCPY,
                event,
                standing ->
                        enqueueCopy(
                                command_queue,
                                to,
                                dst_ptr,
                                from,
                                src_ptr,
                                size,
                                event_wait_list,
                                standing));
        if (onHost) {
            MemorySegment.copy(src_ptr, 0, dst_ptr, 0, size);
        }
    }

    private void enqueueCopy(
            long queue,
            @Nullable SharedRange to,
            MemorySegment target,
            @Nullable SharedRange from,
            MemorySegment source,
            long size,
            long[] waits,
            long event) {
        if (size == 0) {
            clEnqueueMarkerWithWaitList(queue, waits, event);
        } else if (to != null && from != null) {
            clEnqueueCopyBuffer(
                    queue,
                    from.buffer(),
                    to.buffer(),
                    from.offset(source),
                    to.offset(target),
                    size,
                    waits,
                    event);
        } else if (to != null) {
            MemorySegment bytes = source.asSlice(0, size);
            clEnqueueWriteBuffer(
                    queue, to.buffer(), false, to.offset(target), size, bytes, waits, event);
        } else if (from != null) {
            MemorySegment bytes = target.asSlice(0, size);
            clEnqueueReadBuffer(
                    queue, from.buffer(), false, from.offset(source), size, bytes, waits, event);
        } else {
            clEnqueueMarkerWithWaitList(queue, waits, event);
        }
    }

    /** Returns the range with the bytes; null: they are other memory of the host. */
    private @Nullable SharedRange shared(MemorySegment memory, long size) {
        if (size < 0 || size > memory.byteSize()) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE,
                    Long.toUnsignedString(size)
                            + " bytes are not inside the memory, which has "
                            + memory.byteSize());
        }
        if (!memory.isNative() || hostMemory().shared().find(memory.address()) == null) {
            return null;
        }
        return hostMemory().shared().at(memory.address(), size);
    }

    @Override
    default void clEnqueueSVMMemFill(
            long command_queue,
            long svm_ptr,
            MemorySegment pattern,
            long size,
            long[] event_wait_list,
            long event) {
        SharedRange range = hostMemory().shared().at(svm_ptr, size);
        clEnqueueFillBuffer(
                command_queue,
                range.buffer(),
                pattern,
                svm_ptr - range.address(),
                size,
                event_wait_list,
                event);
    }

    @Override
    default void clEnqueueSVMMap(
            long command_queue,
            boolean blocking_map,
            long flags,
            long svm_ptr,
            long size,
            long[] event_wait_list,
            long event) {
        CallbackRule.require(blocking_map, "clEnqueueSVMMap");
        SharedRange range = hostMemory().shared().at(svm_ptr, size);
        clEnqueueMapBuffer(
                command_queue,
                range.buffer(),
                blocking_map,
                flags,
                svm_ptr - range.address(),
                size,
                event_wait_list,
                event);
    }

    @Override
    default void clEnqueueSVMUnmap(
            long command_queue, long svm_ptr, long[] event_wait_list, long event) {
        SharedRange range = hostMemory().shared().at(svm_ptr, 0);
        clEnqueueUnmapMemObject(
                command_queue,
                range.buffer(),
                hostMemory().mappedAt(range.buffer(), svm_ptr),
                event_wait_list,
                event);
    }

    @Override
    default void clEnqueueSVMMigrateMem(
            long command_queue,
            long[] svm_pointers,
            long[] sizes,
            long flags,
            long[] event_wait_list,
            long event) {
        if (sizes.length != 0 && sizes.length != svm_pointers.length) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE,
                    "there are "
                            + svm_pointers.length
                            + " addresses, but "
                            + sizes.length
                            + " sizes");
        }
        long[] buffers = new long[svm_pointers.length];
        for (int i = 0; i < buffers.length; i++) {
            long size = sizes.length == 0 ? 0 : sizes[i];
            buffers[i] = hostMemory().shared().at(svm_pointers[i], size).buffer();
        }
        clEnqueueMigrateMemObjects(command_queue, buffers, flags, event_wait_list, event);
    }
}
