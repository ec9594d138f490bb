package dev.hira.sim.driver.copy;

import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.memory.Allocation;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * One side of a copy of rows.
 *
 * @param memory the memory that contains it
 * @param start the offset of the first row's first byte
 * @param pitch bytes from one row to the next
 * @param slicePitch bytes from one slice to the next
 * @param allocation the allocation that contains it, for device memory
 */
public record CopySide(
        MemorySegment memory,
        long start,
        long pitch,
        long slicePitch,
        @Nullable Allocation<ChannelOperation> allocation) {
    /** No memory. */
    static final CopySide NONE = new CopySide(MemorySegment.NULL, 0, 0, 0, null);

    /**
     * The bytes from the first byte to the end of the last row.
     *
     * @throws ArithmeticException when there is no such number
     */
    public long reach(Extent extent) {
        if (pitch < 0 || slicePitch < 0) {
            throw new ArithmeticException("rows are " + pitch + " bytes apart");
        }
        long rows = Math.multiplyExact(pitch, Math.max(0, extent.rows() - 1));
        long slices = Math.multiplyExact(slicePitch, Math.max(0, extent.slices() - 1));
        return Math.addExact(Math.addExact(rows, slices), extent.width());
    }

    /** Records that rows were written. */
    void wrote(Extent extent) {
        for (long slice = 0; allocation != null && slice < extent.slices(); slice++) {
            for (long row = 0; row < extent.rows(); row++) {
                allocation.wrote(offset(row, slice), extent.width());
            }
        }
    }

    long offset(long row, long slice) {
        return start + row * pitch + slice * slicePitch;
    }
}
