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
public final class GpuInts extends GpuBuffer<GpuInts> {
    GpuInts(Memory memory, long offset, long length) {
        this(memory, offset, length, true);
    }

    GpuInts(Memory memory, long offset, long length, boolean whole) {
        super(memory, offset, length, Integer.BYTES, whole);
    }

    /** Copies an array to the start of this buffer, and waits for it. */
    public GpuInts upload(int[] from) {
        return upload(MemorySegment.ofArray(from));
    }

    /** Copies an array to the start of this buffer when the stream gets there. */
    public GpuInts upload(int[] from, GpuStream stream) {
        return upload(MemorySegment.ofArray(from), stream);
    }

    /** Copies the start of this buffer to fill an array, and waits for it. */
    public void download(int[] into) {
        download(MemorySegment.ofArray(into));
    }

    /** Fills an array when the stream gets there; it is filled when the stream was synchronized. */
    public void download(int[] into, GpuStream stream) {
        download(MemorySegment.ofArray(into), stream);
    }

    /** All elements, in a new array. */
    public int[] download() {
        int[] all = new int[arrayLength()];
        download(all);
        return all;
    }

    /** Sets all elements to a value. */
    public GpuInts fill(int value) {
        return fill32(value);
    }

    /** Sets all elements to a value when the stream gets there. */
    public GpuInts fill(int value, GpuStream stream) {
        return fill32(value, stream);
    }

    @Override
    GpuInts part(Memory memory, long offset, long length) {
        return new GpuInts(memory, offset, length, false);
    }

    @Override
    GpuInts self() {
        return this;
    }
}
