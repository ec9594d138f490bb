package dev.hira.sim.opencl;

import dev.hira.api.BlockingBan;
import dev.hira.api.LateResult;
import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClHostFunc;
import dev.hira.api.opencl.ClMemMigrationFlags;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.host.HostMemory;
import dev.hira.sim.driver.object.ProgramFunction;
import dev.hira.sim.driver.object.Submission;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.opencl.object.ClEvent;
import dev.hira.sim.opencl.object.ClMem;
import dev.hira.sim.opencl.object.ClQueue;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commands that move bytes or wait. */
interface TransferCalls extends OpenClCalls {
    /** The flags of moves of memory objects. */
    long MIGRATIONS =
            ClMemMigrationFlags.CL_MIGRATE_MEM_OBJECT_HOST.value()
                    | ClMemMigrationFlags.CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED.value();

    @Override
    default void clReadBufferHIRA(
            long command_queue,
            long buffer,
            long offset,
            long size,
            MemorySegment ptr,
            long[] event_wait_list,
            long event,
            boolean continues) {
        Command command =
                part(
                        command_queue,
                        ClCommandType.CL_COMMAND_READ_BUFFER,
                        event_wait_list,
                        event,
                        continues);
        ClMem from = bytes(command, buffer, offset, size);
        Regions.requireAccess(from, HostMemory.UNREADABLE);
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
            long event,
            boolean continues) {
        Command command =
                part(
                        command_queue,
                        ClCommandType.CL_COMMAND_READ_BUFFER,
                        event_wait_list,
                        event,
                        continues);
        ClMem from = bytes(command, buffer, offset, size);
        Regions.requireAccess(from, HostMemory.UNREADABLE);
        command.enqueue(
                cuda -> cuda.cuMemcpyDtoHAsync(ptr, from.address() + offset, size, command_queue));
    }

    /** Returns a buffer that has these bytes. */
    private ClMem bytes(Command command, long buffer, long offset, long size) {
        ClMem of = lane().buffer(buffer);
        command.requireContext(of.context());
        Regions.require(of, offset, size);
        return of;
    }

    @Override
    default void clEnqueueHostFuncHIRA(long command_queue, ClHostFunc fn, long user_data) {
        ClQueue queue = lane().queue(command_queue);
        @Nullable LateResult result = lane().state().work().takeResult();
        Channel channel = lane().lastChannel(queue);
        lane().on(
                        queue.context(),
                        _ -> {
                            ProgramFunction call = new ProgramFunction.OfQueue(fn, user_data);
                            Submission.queue(channel, call.operation(result), List.of());
                            @Nullable ClEvent event = lane().lastEvent(queue);
                            if (event != null) {
                                Command.mark(channel, event.end());
                            }
                        });
    }

    @Override
    default void clWriteBufferHIRA(
            long command_queue,
            long buffer,
            long offset,
            long size,
            MemorySegment ptr,
            long[] event_wait_list,
            long event,
            boolean continues) {
        Command command =
                part(
                        command_queue,
                        ClCommandType.CL_COMMAND_WRITE_BUFFER,
                        event_wait_list,
                        event,
                        continues);
        ClMem to = bytes(command, buffer, offset, size);
        Regions.requireAccess(to, HostMemory.UNWRITABLE);
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
                command(
                        command_queue,
                        ClCommandType.CL_COMMAND_COPY_BUFFER,
                        event_wait_list,
                        event);
        ClMem from = bytes(command, src_buffer, src_offset, size);
        ClMem to = bytes(command, dst_buffer, dst_offset, size);
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
                command(
                        command_queue,
                        ClCommandType.CL_COMMAND_FILL_BUFFER,
                        event_wait_list,
                        event);
        ClMem to = bytes(command, buffer, offset, size);
        BufferFill fill = BufferFill.of(pattern, offset, size);
        command.enqueue(cuda -> fill.enqueue(cuda, to.address() + offset, command_queue));
    }

    @Override
    default void clEnqueueMigrateMemObjects(
            long command_queue,
            long[] mem_objects,
            long flags,
            long[] event_wait_list,
            long event) {
        Command command =
                command(
                        command_queue,
                        ClCommandType.CL_COMMAND_MIGRATE_MEM_OBJECTS,
                        event_wait_list,
                        event);
        for (long mem : mem_objects) {
            command.requireContext(lane().mem(mem).context());
        }
        if (mem_objects.length == 0 || (flags & ~MIGRATIONS) != 0) {
            throw OpenClFailures.invalidValue(
                    mem_objects.length == 0
                            ? "there is no memory object to move"
                            : "there are no such flags of a move: " + OpenClFailures.hex(flags));
        }
        command.enqueue(_ -> {});
    }

    @Override
    default void clEnqueueMarkerWithWaitList(
            long command_queue, long[] event_wait_list, long event) {
        command(command_queue, ClCommandType.CL_COMMAND_MARKER, event_wait_list, event)
                .enqueueMarker();
    }

    @Override
    default void clEnqueueBarrierWithWaitList(
            long command_queue, long[] event_wait_list, long event) {
        command(command_queue, ClCommandType.CL_COMMAND_BARRIER, event_wait_list, event)
                .enqueueBarrier();
    }
}
