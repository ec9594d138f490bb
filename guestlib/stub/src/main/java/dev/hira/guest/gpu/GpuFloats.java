package dev.hira.guest.gpu;

import java.lang.foreign.MemorySegment;

/**
 * A buffer of floats on the device.
 *
 * <pre>{@code
 * try (var a = gpu.floats(1 << 20)) {
 *     float[] zeros = a.fill(0f).download();
 * }
 * }</pre>
 */
public final class GpuFloats extends GpuBuffer<GpuFloats, float[]> {
    private static final Kind<GpuFloats, float[]> KIND =
            new Kind<>(Float.BYTES, float[]::new, MemorySegment::ofArray, GpuFloats::new);

    GpuFloats(Memory memory, long offset, long length, boolean whole) {
        super(memory, offset, length, whole, KIND);
    }

    /** Sets all elements to a value. */
    public GpuFloats fill(float value) {
        return fill32(Float.floatToRawIntBits(value));
    }

    /** Sets all elements to a value, in stream order. */
    public GpuFloats fill(float value, GpuStream stream) {
        return fill32(Float.floatToRawIntBits(value), stream);
    }

    @Override
    GpuFloats self() {
        return this;
    }
}
