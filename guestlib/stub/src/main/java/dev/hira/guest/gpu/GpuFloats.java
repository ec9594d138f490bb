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
public final class GpuFloats extends GpuBuffer<GpuFloats> {
    GpuFloats(Memory memory, long offset, long length) {
        this(memory, offset, length, true);
    }

    GpuFloats(Memory memory, long offset, long length, boolean whole) {
        super(memory, offset, length, Float.BYTES, whole);
    }

    /** Copies an array to the start of this buffer, and waits for it. */
    public GpuFloats upload(float[] from) {
        return upload(MemorySegment.ofArray(from));
    }

    /** Copies an array to the start of this buffer when the stream gets there. */
    public GpuFloats upload(float[] from, GpuStream stream) {
        return upload(MemorySegment.ofArray(from), stream);
    }

    /** Copies the start of this buffer to fill an array, and waits for it. */
    public void download(float[] into) {
        download(MemorySegment.ofArray(into));
    }

    /** Fills an array when the stream gets there; it is filled when the stream was synchronized. */
    public void download(float[] into, GpuStream stream) {
        download(MemorySegment.ofArray(into), stream);
    }

    /** All elements, in a new array. */
    public float[] download() {
        float[] all = new float[arrayLength()];
        download(all);
        return all;
    }

    /** Sets all elements to a value. */
    public GpuFloats fill(float value) {
        return fill32(Float.floatToRawIntBits(value));
    }

    /** Sets all elements to a value when the stream gets there. */
    public GpuFloats fill(float value, GpuStream stream) {
        return fill32(Float.floatToRawIntBits(value), stream);
    }

    @Override
    GpuFloats part(Memory memory, long offset, long length) {
        return new GpuFloats(memory, offset, length, false);
    }

    @Override
    GpuFloats self() {
        return this;
    }
}
