package dev.hira.sim.opencl;

import dev.hira.api.BlockingBan;
import dev.hira.api.LateResult;
import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClHostFunc;
import dev.hira.api.opencl.ClMemFlags;
import dev.hira.api.opencl.ClResult;
import dev.hira.sim.driver.object.Submission;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.HostOperation;
import dev.hira.sim.opencl.object.ClEvent;
import dev.hira.sim.opencl.object.ClMem;
import dev.hira.sim.opencl.object.ClQueue;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commands that move bytes or wait. */
interface TransferCalls extends OpenClCalls {
    /** The flags of buffers that the host cannot read. */
    long UNREADABLE =
            ClMemFlags.CL_MEM_HOST_WRITE_ONLY.value() | ClMemFlags.CL_MEM_HOST_NO_ACCESS.value();

    /** The flags of buffers that the host cannot write. */
    long UNWRITABLE =
            ClMemFlags.CL_MEM_HOST_READ_ONLY.value() | ClMemFlags.CL_MEM_HOST_NO_ACCESS.value();

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
        if (blocking_read) {
            clReadBufferHIRA(command_queue, buffer, offset, size, ptr, event_wait_list, event);
        } else {
            clReadBufferLateHIRA(command_queue, buffer, offset, size, ptr, event_wait_list, event);
        }
    }

    @Override
    default void clReadBufferHIRA(
            long command_queue,
            long buffer,
            long offset,
            long size,
            MemorySegment ptr,
            long[] event_wait_list,
            long event) {
        Command command = reading(command_queue, event_wait_list, event);
        ClMem from = readable(command, buffer, offset, size);
        if (!command.ready()) {
            BlockingBan.require();
        }
        command.await(
                command.enqueue(cuda ->
                        cuda.cuMemcpyDtoHAsync(ptr, from.address() + offset, size, command_queue)));
    }

    @Override
    default void clReadBufferLateHIRA(
            long command_queue,
            long buffer,
            long offset,
            long size,
            MemorySegment ptr,
            long[] event_wait_list,
            long event) {
        Command command = reading(command_queue, event_wait_list, event);
        ClMem from = readable(command, buffer, offset, size);
        command.enqueue(
                cuda -> cuda.cuMemcpyDtoHAsync(ptr, from.address() + offset, size, command_queue));
    }

    private Command reading(long queue, long[] waits, long event) {
        return Command.of(lane(), queue, ClCommandType.CL_COMMAND_READ_BUFFER, waits, event);
    }

    private ClMem readable(Command command, long buffer, long offset, long size) {
        ClMem from = lane().mem(buffer);
        command.requireContext(from.context());
        Regions.require(from, offset, size);
        if (from.has(UNREADABLE)) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_OPERATION,
                    "the host cannot read the buffer, as its flags say");
        }
        return from;
    }

    @Override
    default void clEnqueueHostFuncHIRA(long command_queue, ClHostFunc fn, long user_data) {
        ClQueue queue = lane().queue(command_queue);
        @Nullable LateResult result = lane().state().work().takeResult();
        Channel channel = lane().lastChannel(queue);
        lane().on(
                        queue.context(),
                        _ -> {
                            HostOperation call =
                                    new HostOperation(_ -> fn.call(user_data), false, result);
                            Submission.queue(channel, call, List.of());
                            @Nullable ClEvent event = lane().lastEvent(queue);
                            if (event != null) {
                                Command.mark(channel, event.end());
                            }
                        });
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
        Command command =
                Command.of(
                        lane(),
                        command_queue,
                        ClCommandType.CL_COMMAND_WRITE_BUFFER,
                        event_wait_list,
                        event);
        ClMem to = lane().mem(buffer);
        command.requireContext(to.context());
        Regions.require(to, offset, size);
        if (to.has(UNWRITABLE)) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_OPERATION,
                    "the host cannot write the buffer, as its flags say");
        }
        command.enqueue(
                cuda -> cuda.cuMemcpyHtoDAsync(to.address() + offset, ptr, size, command_queue));
    }

    @Override
    default void clEnqueueCopyBuffer(
            long command_queue,
            long src_buffer,
            long dst_buffer,
            long src_offset,
            long dst_offset,
            long size,
            long[] event_wait_list,
            long event) {
        Command command =
                Command.of(
                        lane(),
                        command_queue,
                        ClCommandType.CL_COMMAND_COPY_BUFFER,
                        event_wait_list,
                        event);
        ClMem from = lane().mem(src_buffer);
        ClMem to = lane().mem(dst_buffer);
        command.requireContext(from.context());
        command.requireContext(to.context());
        Regions.require(from, src_offset, size);
        Regions.require(to, dst_offset, size);
        long source = from.address() + src_offset;
        long target = to.address() + dst_offset;
        if (Regions.overlap(source, target, size)) {
            throw OpenClFailures.of(
                    ClResult.CL_MEM_COPY_OVERLAP, "the source and the destination overlap");
        }
        command.enqueue(cuda -> cuda.cuMemcpyDtoDAsync(target, source, size, command_queue));
    }

    @Override
    default void clEnqueueFillBuffer(
            long command_queue,
            long buffer,
            MemorySegment pattern,
            long offset,
            long size,
            long[] event_wait_list,
            long event) {
        Command command =
                Command.of(
                        lane(),
                        command_queue,
                        ClCommandType.CL_COMMAND_FILL_BUFFER,
                        event_wait_list,
                        event);
        ClMem to = lane().mem(buffer);
        command.requireContext(to.context());
        Regions.require(to, offset, size);
        BufferFill fill = BufferFill.of(pattern, offset, size);
        command.enqueue(cuda -> fill.enqueue(cuda, to.address() + offset, command_queue));
    }

    @Override
    default void clEnqueueMarkerWithWaitList(
            long command_queue, long[] event_wait_list, long event) {
        Command.of(lane(), command_queue, ClCommandType.CL_COMMAND_MARKER, event_wait_list, event)
                .enqueueMarker();
    }

    @Override
    default void clEnqueueBarrierWithWaitList(
            long command_queue, long[] event_wait_list, long event) {
        Command.of(lane(), command_queue, ClCommandType.CL_COMMAND_BARRIER, event_wait_list, event)
                .enqueueBarrier();
    }
}
