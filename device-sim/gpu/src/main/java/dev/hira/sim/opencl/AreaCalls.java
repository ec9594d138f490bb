package dev.hira.sim.opencl;

import dev.hira.api.cuda.CUDA_MEMCPY3D;
import dev.hira.api.cuda.CUmemorytype;
import dev.hira.api.cuda.CudaDriver;
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
        ClMem from = lane().buffer(src_buffer);
        ClMem to = lane().buffer(dst_buffer);
        Side read = onDevice(command, from, source);
        Side written = onDevice(command, to, target);
        if (from.equals(to)
                && (source.rowPitch() != target.rowPitch()
                        || source.slicePitch() != target.slicePitch())) {
            throw OpenClFailures.invalidValue(
                    "both sides are the same buffer, so they must have the same pitches");
        }
        requireApart(from, source, to, target);
        copy(command, read, written);
    }

    private static void requireApart(ClMem from, Rect source, ClMem to, Rect target) {
        if (source.movedBy(from.origin()).overlaps(target.movedBy(to.origin()))
                && from.allocated().equals(to.allocated())) {
            throw OpenClFailures.of(
                    ClResult.CL_MEM_COPY_OVERLAP, "the source and the destination overlap");
        }
    }

    @Override
    default void clCopyAreaHIRA(
            long command_queue,
            long src,
            long dst,
            ClArea src_area,
            ClArea dst_area,
            ClSizes region,
            long[] event_wait_list,
            long event) {
        Command command =
                command(command_queue, ClCommandType.CL_COMMAND_COPY_IMAGE, event_wait_list, event);
        Rect source = Rect.of(src_area, region);
        Rect target = Rect.of(dst_area, region);
        ClMem from = lane().mem(src);
        ClMem to = lane().mem(dst);
        Side read = onDevice(command, from, source);
        Side written = onDevice(command, to, target);
        requireApart(from, source, to, target);
        copy(command, read, written);
    }

    @Override
    default void clFillAreaHIRA(
            long command_queue,
            long image,
            MemorySegment pattern,
            ClArea area,
            ClSizes region,
            long[] event_wait_list,
            long event) {
        Command command =
                command(command_queue, ClCommandType.CL_COMMAND_FILL_IMAGE, event_wait_list, event);
        ClMem to = lane().mem(image);
        Rect rect = Rect.of(area, region);
        Side side = onDevice(command, to, rect);
        BufferFill row = BufferFill.of(pattern, rect.offset(), region.x());
        long queue = command_queue;
        command.enqueue(cuda -> {
            row.enqueue(cuda, side.address(), queue);
            spread(cuda, side, queue);
        });
    }

    /** Submits copies of the first row of an area to all others. */
    private static void spread(CudaDriver cuda, Side area, long queue) {
        ClSizes region = area.rect().region();
        long more;
        for (long done = 1; done < region.y(); done += more) {
            more = Math.min(done, region.y() - done);
            repeat(
                    cuda,
                    area,
                    new ClSizes(region.x(), more, 1),
                    done * area.rect().rowPitch(),
                    queue);
        }
        for (long done = 1; done < region.z(); done += more) {
            more = Math.min(done, region.z() - done);
            ClSizes slices = new ClSizes(region.x(), region.y(), more);
            repeat(cuda, area, slices, done * area.rect().slicePitch(), queue);
        }
    }

    private static void repeat(
            CudaDriver cuda, Side area, ClSizes region, long distance, long queue) {
        Rect rect = new Rect(0, area.rect().rowPitch(), area.rect().slicePitch(), region);
        Side from = new Side(null, area.address(), rect);
        Side to = new Side(null, area.address() + distance, rect);
        cuda.cuMemcpy3DAsync(described(from, to), null, null, queue);
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
        CUDA_MEMCPY3D copy = described(from, to);
        command.enqueue(cuda ->
                cuda.cuMemcpy3DAsync(copy, from.memory(), to.memory(), command.queue().name()));
    }

    private static CUDA_MEMCPY3D described(Side from, Side to) {
        ClSizes region = from.rect().region();
        return new CUDA_MEMCPY3D(
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
    }
}
