package dev.hira.sim.driver;

import java.lang.foreign.MemorySegment;

/**
 * One side of a copy of rows.
 *
 * @param memory what it lies in
 * @param start the offset of the first row's first byte
 * @param pitch bytes from one row to the next
 * @param slicePitch bytes from one slice to the next
 */
record Area(MemorySegment memory, long start, long pitch, long slicePitch) {
    static final Area NONE = new Area(MemorySegment.NULL, 0, 0, 0);

    long offset(long row, long slice) {
        return start + row * pitch + slice * slicePitch;
    }
}
