package dev.hira.sim.driver.copy;

import dev.hira.sim.driver.object.CudaFailures;

/**
 * The size of a copy between areas.
 *
 * @param width bytes of a row
 * @param rows rows of a slice
 * @param slices at least 1 unless nothing is copied
 */
public record Extent(long width, long rows, long slices) {
    private static final long MOST_BYTES = 1L << 40;

    public Extent {
        requirePossible(width);
        requirePossible(rows);
        requirePossible(slices);
        if (Math.multiplyHigh(width * rows, slices) != 0
                || Math.multiplyHigh(width, rows) != 0
                || width * rows > MOST_BYTES
                || width * rows * slices > MOST_BYTES
                || width * rows * slices < 0) {
            throw CudaFailures.invalidValue(
                    "a copy of "
                            + slices
                            + " slices of "
                            + rows
                            + " rows of "
                            + width
                            + " bytes is larger than any device");
        }
    }

    private static void requirePossible(long size) {
        if (size < 0 || size > MOST_BYTES) {
            throw CudaFailures.invalidValue(
                    "an area cannot have a size of " + Long.toUnsignedString(size));
        }
    }

    public long bytes() {
        return width * rows * slices;
    }
}
