package dev.hira.sim.driver;

import dev.hira.api.cuda.CUmemorytype;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.Operation;
import dev.hira.sim.memory.Allocation;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A copy between two pitched areas, as it was asked for.
 *
 * @param from the source
 * @param to the destination
 * @param extent what is copied
 */
record AreaCopy(Side from, Side to, Extent extent) {
    private static final long MOST_OFFSET = 1L << 40;

    /**
     * One side.
     *
     * @param type where it lies
     * @param host the host memory, if there
     * @param device the address, if on a device
     * @param x the first byte in a row
     * @param y the first row
     * @param z the first slice
     * @param pitch bytes from row to row; 0 for packed rows
     * @param height rows from slice to slice; 0 for packed slices
     */
    record Side(
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
                        throw Failures.notSupported("Simulated devices have no CUDA arrays.");
                case CU_MEMORYTYPE_NONE ->
                        throw Failures.invalidValue("The copy does not say where memory lies.");
            };
        }

        /** Bytes from row to row. */
        long rowPitch(Extent extent) {
            long rows = pitch == 0 ? extent.width() : pitch;
            if (rows < 0 || rows > MOST_OFFSET || rows < extent.width()) {
                throw Failures.invalidValue(
                        "A pitch of "
                                + Long.toUnsignedString(pitch)
                                + " bytes is not possible for rows of "
                                + extent.width()
                                + ".");
            }
            return rows;
        }

        /** Bytes from slice to slice. */
        long slicePitch(Extent extent) {
            long rows = height == 0 ? extent.rows() : height;
            if (extent.slices() > 1 && (rows < extent.rows() || rows > MOST_OFFSET)) {
                throw Failures.invalidValue(
                        "Slices of "
                                + extent.rows()
                                + " rows cannot follow each other every "
                                + Long.toUnsignedString(rows)
                                + " rows.");
            }
            return multiply(rowPitch(extent), rows);
        }

        /** The first byte, counted from where the area begins. */
        long first(Extent extent) {
            long rows = multiply(rowPitch(extent), y);
            return add(add(x, rows), multiply(slicePitch(extent), z));
        }

        /** The first byte behind the last, counted from the first. */
        long reach(Extent extent) {
            long rows = multiply(rowPitch(extent), extent.rows() - 1);
            long slices = multiply(slicePitch(extent), extent.slices() - 1);
            return add(add(rows, slices), extent.width());
        }

        private static long multiply(long a, long b) {
            if (a < 0 || b < 0 || Math.multiplyHigh(a, b) != 0 || a * b > MOST_OFFSET) {
                throw Failures.invalidValue("The area reaches beyond all memory.");
            }
            return a * b;
        }

        private static long add(long a, long b) {
            if (a < 0 || a > 2 * MOST_OFFSET || b > 2 * MOST_OFFSET) {
                throw Failures.invalidValue("The area begins beyond all memory.");
            }
            return a + b;
        }
    }

    /** Makes the copy. */
    void start(LaneState lane, Channel channel, boolean async) {
        if (extent.bytes() == 0) {
            return;
        }
        List<Operation> after = new ArrayList<>();
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

    private record Place(Area area, @Nullable SimContext owner, boolean pinned) {}

    private static boolean shared(Side side) {
        return side.host() == null || !side.onHost() || Places.isShared(side.host());
    }

    private boolean pinned(LaneState lane, Side side) {
        return side.host() != null
                && lane.process().hostMemory().pinned(side.host(), side.host().byteSize());
    }

    private Place place(LaneState lane, Side side, boolean written, List<Operation> after) {
        long first = side.first(extent);
        long reach = side.reach(extent);
        if (!side.onHost()) {
            long address = side.device() + first;
            Allocation<Operation> allocation = Places.device(lane, address, reach);
            after.addAll(Submission.before(allocation));
            Area area = area(allocation.segment(), allocation.offset(address), side, allocation);
            return new Place(area, Places.owner(lane, allocation), false);
        }
        if (side.host() == null) {
            throw Failures.invalidValue("A side of the copy is host memory, but none was given.");
        }
        MemorySegment host =
                written
                        ? Places.destination(side.host(), first + reach)
                        : Places.source(side.host(), first + reach);
        return new Place(area(Places.shared(host), first, side, null), null, pinned(lane, side));
    }

    private Area area(
            MemorySegment memory,
            long start,
            Side side,
            @Nullable Allocation<Operation> allocation) {
        return new Area(memory, start, side.rowPitch(extent), side.slicePitch(extent), allocation);
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
