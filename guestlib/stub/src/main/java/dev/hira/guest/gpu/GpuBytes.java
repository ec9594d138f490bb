package dev.hira.guest.gpu;

import java.lang.foreign.MemorySegment;

/**
 * A buffer of bytes on the device.
 *
 * <pre>{@code
 * byte[] back = gpu.bytes(1 << 20).zero().download();
 * }</pre>
 */
public final class GpuBytes extends GpuBuffer<GpuBytes, byte[]> {
    private static final Kind<GpuBytes, byte[]> KIND =
            new Kind<>(Byte.BYTES, byte[]::new, MemorySegment::ofArray, GpuBytes::new);

    GpuBytes(Memory memory, long offset, long length, boolean whole) {
        super(memory, offset, length, whole, KIND);
    }

    /** Sets all elements to a value. */
    public GpuBytes fill(byte value) {
        cuda().cuMemsetD8(address(), value & 0xFF, byteSize());
        return this;
    }

    /** Sets all elements to a value, in stream order. */
    public GpuBytes fill(byte value, GpuStream stream) {
        cuda().cuMemsetD8Async(address(), value & 0xFF, byteSize(), queue(stream));
        return this;
    }

    /** Returns the same memory as floats. */
    public GpuFloats asFloats() {
        return new GpuFloats(memory(), offset(), elements(Float.BYTES), false);
    }

    /** Returns the same memory as ints. */
    public GpuInts asInts() {
        return new GpuInts(memory(), offset(), elements(Integer.BYTES), false);
    }

    /** Returns the same memory as longs. */
    public GpuLongs asLongs() {
        return new GpuLongs(memory(), offset(), elements(Long.BYTES), false);
    }

    /** Returns the same memory as doubles. */
    public GpuDoubles asDoubles() {
        return new GpuDoubles(memory(), offset(), elements(Double.BYTES), false);
    }

    private long elements(int size) {
        if (byteSize() % size != 0 || offset() % size != 0) {
            throw new IllegalArgumentException(
                    this
                            + " cannot be seen as elements of "
                            + size
                            + " bytes: start and size must"
                            + " be multiples of that");
        }
        return byteSize() / size;
    }

    @Override
    GpuBytes self() {
        return this;
    }
}
