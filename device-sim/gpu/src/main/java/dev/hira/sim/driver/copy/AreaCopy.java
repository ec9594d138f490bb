package dev.hira.sim.driver.copy;

import dev.hira.api.cuda.CUmemorytype;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.LaneState;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.driver.object.Submission;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.memory.Allocation;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A requested copy between two pitched areas.
 *
 * @param from the source
 * @param to the destination
 * @param extent the size of the copied area
 */
public record AreaCopy(Side from, Side to, Extent extent) {
    private static final long MOST_OFFSET = 1L << 40;

    /**
     * One side.
     *
     * @param type the kind of memory
     * @param host the host memory, if on the host
     * @param device the address, if on a device
     * @param x the first byte in a row
     * @param y the first row
     * @param z the first slice
     * @param pitch bytes from row to row; 0 for packed rows
     * @param height rows from slice to slice; 0 for packed slices
     */
    public record Side(
            CUmemorytype type,
            @Nullable MemorySegment host,
            long device,
            long x,
            long y,
            long z,
            long pitch,
            long height) {
        boolean onHost() {
            return switch (type) {
                case CU_MEMORYTYPE_HOST -> true;
                case CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_UNIFIED -> false;
                case CU_MEMORYTYPE_ARRAY ->
                        throw CudaFailures.notSupported("simulated devices have no CUDA arrays");
                case CU_MEMORYTYPE_NONE ->
                        throw CudaFailures.invalidValue(
                                "the copy does not state the type of its memory");
            };
        }

        /** Bytes from row to row. */
        public long rowPitch(Extent extent) {
            long rows = pitch == 0 ? extent.width() : pitch;
            if (rows < 0 || rows > MOST_OFFSET || rows < extent.width()) {
                throw CudaFailures.invalidValue(
                        "a pitch of "
                                + Long.toUnsignedString(pitch)
                                + " bytes is not possible for rows of "
                                + extent.width());
            }
            return rows;
        }

        /** Bytes from slice to slice. */
        long slicePitch(Extent extent) {
            long rows = height == 0 ? extent.rows() : height;
            if (extent.slices() > 1 && (rows < extent.rows() || rows > MOST_OFFSET)) {
                throw CudaFailures.invalidValue(
                        "slices of "
                                + extent.rows()
                                + " rows cannot follow each other every "
                                + Long.toUnsignedString(rows)
                                + " rows");
            }
            return multiply(rowPitch(extent), rows);
        }

        /** The offset of the first byte from the beginning of the area. */
        long first(Extent extent) {
            long rows = multiply(rowPitch(extent), y);
            return add(add(x, rows), multiply(slicePitch(extent), z));
        }

        /** The offset of the end of the copied bytes from the first one. */
        public long reach(Extent extent) {
            long rows = multiply(rowPitch(extent), extent.rows() - 1);
            long slices = multiply(slicePitch(extent), extent.slices() - 1);
            return add(add(rows, slices), extent.width());
        }

        private static long multiply(long a, long b) {
            if (a < 0 || b < 0 || Math.multiplyHigh(a, b) != 0 || a * b > MOST_OFFSET) {
                throw CudaFailures.invalidValue("the area reaches beyond all memory");
            }
            return a * b;
        }

        private static long add(long a, long b) {
            if (a < 0 || a > 2 * MOST_OFFSET || b > 2 * MOST_OFFSET) {
                throw CudaFailures.invalidValue("the area begins beyond all memory");
            }
            return a + b;
        }
    }

    /** Starts the copy. */
    public void start(LaneState lane, Channel channel, boolean async) {
        if (extent.bytes() == 0) {
            return;
        }
        List<ChannelOperation> after = new ArrayList<>();
        boolean shared = shared(from) && shared(to);
        Place source = place(lane, from, false, after);
        Place target = place(lane, to, true, after);
        Route route = route(lane, source, target);
        AreaCopyOperation work = new AreaCopyOperation(route, source.area(), target.area(), extent);
        if ((!async && (from.onHost() || to.onHost()))
                || !shared
                || (async && from.onHost() && !pinned(lane, from))) {
            Submission.finish(lane, channel, work, extent.bytes(), after);
        } else {
            Submission.start(lane, channel, work, extent.bytes(), after);
        }
    }

    private record Place(CopySide area, @Nullable SimContext owner, boolean pinned) {}

    private static boolean shared(Side side) {
        return side.host() == null
                || !side.onHost()
                || CopyEndpoints.isOpenToAllThreads(side.host());
    }

    private boolean pinned(LaneState lane, Side side) {
        return side.host() != null
                && lane.process().hostMemory().pinned(side.host(), side.host().byteSize());
    }

    private Place place(LaneState lane, Side side, boolean written, List<ChannelOperation> after) {
        long first = side.first(extent);
        long reach = side.reach(extent);
        if (!side.onHost()) {
            long address = side.device() + first;
            Allocation<ChannelOperation> allocation = CopyEndpoints.device(lane, address, reach);
            after.addAll(Submission.before(allocation));
            CopySide area =
                    area(allocation.segment(), allocation.offset(address), side, allocation);
            return new Place(area, CopyEndpoints.owner(lane, allocation), false);
        }
        if (side.host() == null) {
            throw CudaFailures.invalidValue(
                    "a side of the copy is host memory, but none was given");
        }
        MemorySegment host =
                written
                        ? CopyEndpoints.destination(side.host(), first + reach)
                        : CopyEndpoints.source(side.host(), first + reach);
        return new Place(
                area(CopyEndpoints.openedToAllThreads(host), first, side, null),
                null,
                pinned(lane, side));
    }

    private CopySide area(
            MemorySegment memory,
            long start,
            Side side,
            @Nullable Allocation<ChannelOperation> allocation) {
        return new CopySide(
                memory, start, side.rowPitch(extent), side.slicePitch(extent), allocation);
    }

    private static Route route(LaneState lane, Place from, Place to) {
        if (from.owner() != null && to.owner() != null) {
            return Route.between(from.owner().device(), to.owner().device());
        }
        if (to.owner() != null) {
            return Route.toDevice(to.owner().device().profile(), from.pinned());
        }
        SimContext device = from.owner() != null ? from.owner() : lane.context();
        return Route.toHost(device.device().profile(), to.pinned());
    }
}
