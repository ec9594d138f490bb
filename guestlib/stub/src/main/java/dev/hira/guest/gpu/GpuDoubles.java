package dev.hira.guest.gpu;

import java.lang.foreign.MemorySegment;

/**
 * A buffer of doubles on the device.
 *
 * <pre>{@code
 * double[] back = gpu.upload(1.0, 2.0, 3.0).download();
 * }</pre>
 */
public final class GpuDoubles extends GpuBuffer<GpuDoubles, double[]> {
    private static final Kind<GpuDoubles, double[]> KIND =
            new Kind<>(Double.BYTES, double[]::new, MemorySegment::ofArray, GpuDoubles::new);

    GpuDoubles(Memory memory, long offset, long length, boolean whole) {
        super(memory, offset, length, whole, KIND);
    }

    /** Sets all elements to a value. */
    public GpuDoubles fill(double value) {
        return fill64(Double.doubleToRawLongBits(value));
    }

    /** Sets all elements to a value, in stream order. */
    public GpuDoubles fill(double value, GpuStream stream) {
        return fill64(Double.doubleToRawLongBits(value), stream);
    }

    @Override
    GpuDoubles self() {
        return this;
    }
}
