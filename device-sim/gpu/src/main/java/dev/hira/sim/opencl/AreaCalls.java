package dev.hira.sim.opencl;

import dev.hira.api.cuda.CUDA_MEMCPY3D;
import dev.hira.api.cuda.CUmemorytype;
import dev.hira.api.opencl.ClArea;
import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.ClSizes;
import dev.hira.api.opencl.host.HostMemory;
import dev.hira.api.opencl.host.Rect;
import dev.hira.sim.opencl.object.ClMem;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Commands that move regions of two or three dimensions. */
interface AreaCalls extends OpenClCalls {
    /**
     * One side of a copy.
     *
     * @param memory of the host; null: the address is one of the device
     */
    record Side(@Nullable MemorySegment memory, long address, Rect rect) {
        private CUmemorytype type() {
            return memory == null
                    ? CUmemorytype.CU_MEMORYTYPE_DEVICE
                    : CUmemorytype.CU_MEMORYTYPE_HOST;
        }

        private long rows() {
            return rect.slicePitch() / rect.rowPitch();
        }
    }

    @Override
    default void clReadAreaHIRA(
            long command_queue,
            long buffer,
            ClArea area,
            ClArea host,
            ClSizes region,
            MemorySegment ptr,
            long[] event_wait_list,
            long event,
            boolean continues) {
        Command command =
                part(
                        command_queue,
                        ClCommandType.CL_COMMAND_READ_BUFFER_RECT,
                        event_wait_list,
                        event,
                        continues);
        ClMem from = lane().mem(buffer);
        Regions.requireAccess(from, HostMemory.UNREADABLE);
        copy(
                command,
                onDevice(command, from, Rect.of(area, region)),
                onHost(ptr, Rect.of(host, region)));
    }

    @Override
    default void clWriteAreaHIRA(
            long command_queue,
            long buffer,
            ClArea area,
            ClArea host,
            ClSizes region,
            MemorySegment ptr,
            long[] event_wait_list,
            long event,
            boolean continues) {
        Command command =
                part(
                        command_queue,
                        ClCommandType.CL_COMMAND_WRITE_BUFFER_RECT,
                        event_wait_list,
                        event,
                        continues);
        ClMem to = lane().mem(buffer);
        Regions.requireAccess(to, HostMemory.UNWRITABLE);
        copy(
                command,
                onHost(ptr, Rect.of(host, region)),
                onDevice(command, to, Rect.of(area, region)));
    }

    @Override
    default void clEnqueueCopyBufferRect(
            long command_queue,
            long src_buffer,
            long dst_buffer,
            ClSizes src_origin,
            ClSizes dst_origin,
            ClSizes region,
            long src_row_pitch,
            long src_slice_pitch,
            long dst_row_pitch,
            long dst_slice_pitch,
            long[] event_wait_list,
            long event) {
        Command command =
                command(
                        command_queue,
                        ClCommandType.CL_COMMAND_COPY_BUFFER_RECT,
                        event_wait_list,
                        event);
        Rect source = Rect.of(src_origin, region, src_row_pitch, src_slice_pitch);
        Rect target = Rect.of(dst_origin, region, dst_row_pitch, dst_slice_pitch);
        ClMem from = lane().mem(src_buffer);
        ClMem to = lane().mem(dst_buffer);
        Side read = onDevice(command, from, source);
        Side written = onDevice(command, to, target);
        if (from.equals(to)
                && (source.rowPitch() != target.rowPitch()
                        || source.slicePitch() != target.slicePitch())) {
            throw OpenClFailures.invalidValue(
                    "both sides are the same buffer, so they must have the same pitches");
        }
        if (source.movedBy(from.origin()).overlaps(target.movedBy(to.origin()))
                && from.allocated().equals(to.allocated())) {
            throw OpenClFailures.of(
                    ClResult.CL_MEM_COPY_OVERLAP, "the source and the destination overlap");
        }
        copy(command, read, written);
    }

    private static Side onDevice(Command command, ClMem buffer, Rect rect) {
        command.requireContext(buffer.context());
        Regions.require(buffer, rect.offset(), rect.reach());
        return new Side(null, buffer.address() + rect.offset(), rect);
    }

    private static Side onHost(MemorySegment memory, Rect rect) {
        if (rect.offset() > memory.byteSize() || rect.reach() > memory.byteSize() - rect.offset()) {
            throw OpenClFailures.invalidValue(
                    "the region is not inside the host memory, which has " + memory.byteSize());
        }
        return new Side(memory.asSlice(rect.offset(), rect.reach()), 0, rect);
    }

    private static void copy(Command command, Side from, Side to) {
        ClSizes region = from.rect().region();
        CUDA_MEMCPY3D copy =
                new CUDA_MEMCPY3D(
                        0,
                        0,
                        0,
                        from.type(),
                        from.address(),
                        from.rect().rowPitch(),
                        from.rows(),
                        0,
                        0,
                        0,
                        to.type(),
                        to.address(),
                        to.rect().rowPitch(),
                        to.rows(),
                        region.x(),
                        region.y(),
                        region.z());
        command.enqueue(cuda ->
                cuda.cuMemcpy3DAsync(copy, from.memory(), to.memory(), command.queue().name()));
    }
}
