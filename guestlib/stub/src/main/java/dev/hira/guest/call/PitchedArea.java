package dev.hira.guest.call;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A pitched area of host memory: rows at a pitch, in slices at a number of rows. Only the rows
 * themselves travel, packed:
 *
 * <pre>
 *     memory   . . . . . . . . . . .      rows   a a a a b b b b
 *              . . a a a a . . . . .
 *              . . b b b b . . . . .
 *                  |&lt;---&gt;| rowBytes
 *              |&lt;-----pitch-------&gt;|
 * </pre>
 *
 * Used for one call. An area whose rows are already packed is used in place.
 */
public final class PitchedArea {
    private final MemorySegment memory;
    private final long start;
    private final long rowBytes;
    private final long rows;
    private final long slices;
    private final long pitch;
    private final long slicePitch;
    private @Nullable MemorySegment packed;

    private PitchedArea(
            MemorySegment memory,
            long start,
            long rowBytes,
            long rows,
            long slices,
            long pitch,
            long slicePitch) {
        this.memory = memory;
        this.start = start;
        this.rowBytes = rowBytes;
        this.rows = rows;
        this.slices = slices;
        this.pitch = pitch;
        this.slicePitch = slicePitch;
    }

    /**
     * Returns an area of {@code memory}.
     *
     * @param pitch bytes from one row to the next; 0 for packed rows
     * @param sliceRows rows from one slice to the next; 0 for packed slices
     * @param x the offset in a row, in bytes
     * @param y the first row
     * @param z the first slice
     * @throws IllegalArgumentException when the memory is null, or the area does not lie inside it
     * @throws ArithmeticException when the area's extent overflows
     */
    public static PitchedArea of(
            @Nullable MemorySegment memory,
            long rowBytes,
            long rows,
            long slices,
            long pitch,
            long sliceRows,
            long x,
            long y,
            long z) {
        if (memory == null) {
            throw new IllegalArgumentException("is null, but the call uses it");
        }
        if ((rowBytes | rows | slices | pitch | sliceRows | x | y | z) < 0) {
            throw new IllegalArgumentException("has an extent or offset of 2^63 or more");
        }
        long rowPitch = pitch == 0 ? rowBytes : pitch;
        if (rowPitch < rowBytes) {
            throw new IllegalArgumentException(
                    "has a pitch of " + pitch + " bytes, less than a row of " + rowBytes);
        }
        long slicePitch = Math.multiplyExact(rowPitch, sliceRows == 0 ? rows : sliceRows);
        long start =
                Math.addExact(
                        x,
                        Math.addExact(
                                Math.multiplyExact(y, rowPitch),
                                Math.multiplyExact(z, slicePitch)));
        PitchedArea area =
                new PitchedArea(memory, start, rowBytes, rows, slices, rowPitch, slicePitch);
        area.checkInside();
        return area;
    }

    private void checkInside() {
        if (bytes() == 0) {
            return;
        }
        long last =
                Math.addExact(
                        Math.multiplyExact(slices - 1, slicePitch),
                        Math.multiplyExact(rows - 1, pitch));
        long end = Math.addExact(Math.addExact(start, last), rowBytes);
        if (end > memory.byteSize()) {
            throw new IllegalArgumentException(
                    "has " + memory.byteSize() + " bytes; the call's area ends at " + end);
        }
    }

    /** Returns the total bytes of the rows. */
    public long bytes() {
        return Math.multiplyExact(Math.multiplyExact(rowBytes, rows), slices);
    }

    /** Returns the packed rows, to be sent. */
    public MemorySegment gather() {
        MemorySegment room = room();
        if (!isPacked()) {
            forEachRow((at, from) -> MemorySegment.copy(memory, from, room, at, rowBytes));
        }
        return room;
    }

    /**
     * Returns memory for the packed rows, to be filled; {@link #scatter} moves them to their
     * places.
     */
    public MemorySegment room() {
        MemorySegment known = packed;
        if (known == null) {
            known =
                    isPacked()
                            ? memory.asSlice(bytes() == 0 ? 0 : start, bytes())
                            : MemorySegment.ofArray(new byte[Math.toIntExact(bytes())]);
            packed = known;
        }
        return known;
    }

    /** Copies the rows from {@link #room} to their places. */
    public void scatter() {
        if (!isPacked()) {
            MemorySegment room = room();
            forEachRow((at, to) -> MemorySegment.copy(room, at, memory, to, rowBytes));
        }
    }

    /** Returns the memory that the area is a part of. */
    MemorySegment memory() {
        return memory;
    }

    /** Returns whether the current thread can write to the area. */
    boolean isAccessible() {
        return memory.isAccessibleBy(Thread.currentThread());
    }

    private boolean isPacked() {
        boolean rowsAreBackToBack = pitch == rowBytes || rows <= 1;
        return bytes() == 0
                || (rowsAreBackToBack && (slices == 1 || slicePitch == rows * rowBytes));
    }

    private void forEachRow(RowAction action) {
        long at = 0;
        for (long slice = 0; slice < slices; slice++) {
            for (long row = 0; row < rows; row++) {
                action.apply(at, start + slice * slicePitch + row * pitch);
                at += rowBytes;
            }
        }
    }

    private interface RowAction {
        void apply(long packedAt, long memoryAt);
    }
}
