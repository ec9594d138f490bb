package dev.hira.guest.gpu;

import java.lang.foreign.MemorySegment;

/**
 * A buffer of longs on the device.
 *
 * <pre>{@code
 * long[] back = gpu.upload(1L, 2L, 3L).download();
 * }</pre>
 */
public final class GpuLongs extends GpuBuffer<GpuLongs, long[]> {
    private static final Kind<GpuLongs, long[]> KIND =
            new Kind<>(Long.BYTES, long[]::new, MemorySegment::ofArray, GpuLongs::new);

    GpuLongs(Memory memory, long offset, long length, boolean whole) {
        super(memory, offset, length, whole, KIND);
    }

    /** Sets all elements to a value. */
    public GpuLongs fill(long value) {
        return fill64(value);
    }

    /** Sets all elements to a value, in stream order. */
    public GpuLongs fill(long value, GpuStream stream) {
        return fill64(value, stream);
    }

    @Override
    GpuLongs self() {
        return this;
    }
}
