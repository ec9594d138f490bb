package dev.hira.guest.gpu;

import java.lang.foreign.MemorySegment;

/**
 * A buffer of doubles on the device.
 *
 * <pre>{@code
 * double[] back = gpu.upload(1.0, 2.0, 3.0).download();
 * }</pre>
 */
public final class GpuDoubles extends GpuBuffer<GpuDoubles> {
    GpuDoubles(Memory memory, long offset, long length) {
        this(memory, offset, length, true);
    }

    GpuDoubles(Memory memory, long offset, long length, boolean whole) {
        super(memory, offset, length, Double.BYTES, whole);
    }

    /** Copies an array to the start of this buffer, and waits for it. */
    public GpuDoubles upload(double[] from) {
        return upload(MemorySegment.ofArray(from));
    }

    /** Copies an array to the start of this buffer when the stream gets there. */
    public GpuDoubles upload(double[] from, GpuStream stream) {
        return upload(MemorySegment.ofArray(from), stream);
    }

    /** Copies the start of this buffer to fill an array, and waits for it. */
    public void download(double[] into) {
        download(MemorySegment.ofArray(into));
    }

    /** Fills an array when the stream gets there; it is filled when the stream was synchronized. */
    public void download(double[] into, GpuStream stream) {
        download(MemorySegment.ofArray(into), stream);
    }

    /** All elements, in a new array. */
    public double[] download() {
        double[] all = new double[arrayLength()];
        download(all);
        return all;
    }

    /** Sets all elements to a value. */
    public GpuDoubles fill(double value) {
        return fill64(Double.doubleToRawLongBits(value));
    }

    @Override
    GpuDoubles part(Memory memory, long offset, long length) {
        return new GpuDoubles(memory, offset, length, false);
    }

    @Override
    GpuDoubles self() {
        return this;
    }
}
