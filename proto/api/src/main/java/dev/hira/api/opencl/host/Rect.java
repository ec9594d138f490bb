package dev.hira.api.opencl.host;

import dev.hira.api.opencl.ClArea;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.ClSizes;
import dev.hira.api.opencl.OpenClException;

/**
 * Where a region of two or three dimensions lies in memory.
 *
 * @param offset the first byte
 * @param rowPitch bytes from row to row
 * @param slicePitch bytes from slice to slice
 * @param region bytes of a row, rows of a slice, slices
 */
public record Rect(long offset, long rowPitch, long slicePitch, ClSizes region) {
    /**
     * Returns the place of a region.
     *
     * @param rowPitch 0: as many bytes as a row has
     * @param slicePitch 0: as many bytes as a slice has
     * @throws OpenClException when it is empty or not possible
     */
    public static Rect of(ClSizes origin, ClSizes region, long rowPitch, long slicePitch) {
        if (region.x() <= 0 || region.y() <= 0 || region.z() <= 0) {
            throw invalid("the region is empty: " + region);
        }
        try {
            long rows = rowPitch == 0 ? region.x() : rowPitch;
            long slices = slicePitch == 0 ? Math.multiplyExact(region.y(), rows) : slicePitch;
            if (rows < region.x()
                    || slices < Math.multiplyExact(region.y(), rows)
                    || slices % rows != 0) {
                throw invalid(
                        rowPitch
                                + " bytes from row to row and "
                                + slicePitch
                                + " from slice to slice are not possible for "
                                + region);
            }
            return new Rect(offset(origin, rows, slices), rows, slices, region);
        } catch (ArithmeticException overflow) {
            throw invalid("the region reaches beyond all memory: " + region + " from " + origin);
        }
    }

    private static long offset(ClSizes origin, long rows, long slices) {
        if (origin.x() < 0 || origin.y() < 0 || origin.z() < 0) {
            throw new ArithmeticException();
        }
        return Math.addExact(
                origin.x(),
                Math.addExact(
                        Math.multiplyExact(origin.y(), rows),
                        Math.multiplyExact(origin.z(), slices)));
    }

    /** Returns the place that an area describes. */
    public static Rect of(ClArea area, ClSizes region) {
        long slices;
        try {
            slices = Math.multiplyExact(area.slice_rows(), area.row_pitch());
        } catch (ArithmeticException overflow) {
            throw invalid("the area reaches beyond all memory: " + area);
        }
        return of(
                new ClSizes(area.offset(), area.row(), area.slice()),
                region,
                area.row_pitch(),
                slices);
    }

    private static OpenClException invalid(String what) {
        return new OpenClException(ClResult.CL_INVALID_VALUE, what);
    }

    /** The number of bytes from the first to behind the last one. */
    public long reach() {
        try {
            return Math.addExact(
                    region.x(),
                    Math.addExact(
                            Math.multiplyExact(region.y() - 1, rowPitch),
                            Math.multiplyExact(region.z() - 1, slicePitch)));
        } catch (ArithmeticException overflow) {
            throw invalid("the region reaches beyond all memory: " + region);
        }
    }

    /** The place of the same region in memory in which this one's begins at an offset. */
    public Rect movedBy(long begin) {
        return new Rect(offset + begin, rowPitch, slicePitch, region);
    }

    /** The region as it travels: rows without slices are slices of one row, which can be split. */
    ClSizes travelling() {
        return region.z() == 1 ? new ClSizes(region.x(), 1, region.y()) : region;
    }

    /** The area of the {@linkplain #travelling travelling} region. */
    ClArea area() {
        return new ClArea(offset, rowPitch, region.z() == 1 ? 1 : slicePitch / rowPitch, 0, 0);
    }

    /**
     * Whether two places of the same region in the same memory have bytes in common, by the
     * algorithm in the appendix of OpenCL's specification.
     */
    public boolean overlaps(Rect other) {
        if (offset >= other.offset + other.reach() || other.offset >= offset + reach()) {
            return false;
        }
        if (rowPitch != other.rowPitch || slicePitch != other.slicePitch) {
            return true;
        }
        long column = offset % rowPitch;
        long row = offset % slicePitch / rowPitch;
        return !fitsInGap(column, other.offset % rowPitch, region.x(), rowPitch)
                && !fitsInGap(
                        row,
                        other.offset % slicePitch / rowPitch,
                        region.y(),
                        slicePitch / rowPitch);
    }

    /** Whether stripes of a width at two places of a pitch lie between each other. */
    private static boolean fitsInGap(long one, long other, long width, long pitch) {
        return (other >= one + width && other + width <= one + pitch)
                || (one >= other + width && one + width <= other + pitch);
    }
}
