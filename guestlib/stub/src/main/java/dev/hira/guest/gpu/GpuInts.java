package dev.hira.guest.gpu;

import java.lang.foreign.MemorySegment;

/**
 * A buffer of ints on the device.
 *
 * <pre>{@code
 * try (var histogram = gpu.ints(256).fill(0)) {
 *     kernel.launch(grid, block, data, histogram);
 *     int[] counts = histogram.download();
 * }
 * }</pre>
 */
public final class GpuInts extends GpuBuffer<GpuInts, int[]> {
    private static final Kind<GpuInts, int[]> KIND =
            new Kind<>(Integer.BYTES, int[]::new, MemorySegment::ofArray, GpuInts::new);

    GpuInts(Memory memory, long offset, long length, boolean whole) {
        super(memory, offset, length, whole, KIND);
    }

    /** Sets all elements to a value. */
    public GpuInts fill(int value) {
        return fill32(value);
    }

    /** Sets all elements to a value, in stream order. */
    public GpuInts fill(int value, GpuStream stream) {
        return fill32(value, stream);
    }

    @Override
    GpuInts self() {
        return this;
    }
}
