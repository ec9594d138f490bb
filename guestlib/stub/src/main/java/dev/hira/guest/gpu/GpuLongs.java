package dev.hira.guest.gpu;

import java.lang.foreign.MemorySegment;

/**
 * A buffer of longs on the device.
 *
 * <pre>{@code
 * long[] back = gpu.upload(1L, 2L, 3L).download();
 * }</pre>
 */
public final class GpuLongs extends GpuBuffer<GpuLongs> {
    GpuLongs(Memory memory, long offset, long length) {
        this(memory, offset, length, true);
    }

    GpuLongs(Memory memory, long offset, long length, boolean whole) {
        super(memory, offset, length, Long.BYTES, whole);
    }

    /** Copies an array to the start of this buffer, and waits for it. */
    public GpuLongs upload(long[] from) {
        return upload(MemorySegment.ofArray(from));
    }

    /** Copies an array to the start of this buffer when the stream gets there. */
    public GpuLongs upload(long[] from, GpuStream stream) {
        return upload(MemorySegment.ofArray(from), stream);
    }

    /** Copies the start of this buffer to fill an array, and waits for it. */
    public void download(long[] into) {
        download(MemorySegment.ofArray(into));
    }

    /** Fills an array when the stream gets there; it is filled when the stream was synchronized. */
    public void download(long[] into, GpuStream stream) {
        download(MemorySegment.ofArray(into), stream);
    }

    /** All elements, in a new array. */
    public long[] download() {
        long[] all = new long[arrayLength()];
        download(all);
        return all;
    }

    /** Sets all elements to a value. */
    public GpuLongs fill(long value) {
        return fill64(value);
    }

    @Override
    GpuLongs part(Memory memory, long offset, long length) {
        return new GpuLongs(memory, offset, length, false);
    }

    @Override
    GpuLongs self() {
        return this;
    }
}
