package dev.hira.link.shm;

import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;

/**
 * Copies between shared memory and Netty's buffers without allocating. The only class of this
 * package that addresses memory without bounds, so every method checks the buffer's bounds.
 */
public final class RawMemory {
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private RawMemory() {}

    /** Appends {@code length} bytes of shared memory to a buffer that has room for them. */
    public static void append(MemorySegment from, long offset, ByteBuf to, int length) {
        int at = to.writerIndex();
        if (length > to.capacity() - at) {
            throw new IndexOutOfBoundsException(
                    length + " bytes do not fit at " + at + " of " + to.capacity());
        }
        if (to.hasMemoryAddress()) {
            MemorySegment.copy(from, offset, ALL, to.memoryAddress() + at, length);
        } else {
            to.setBytes(at, from.asSlice(offset, length).asByteBuffer());
        }
        to.writerIndex(at + length);
    }

    /** Copies {@code length} bytes of a buffer into shared memory. */
    public static void copy(ByteBuf from, int index, MemorySegment to, long offset, int length) {
        if (index < 0 || length < 0 || length > from.capacity() - index) {
            throw new IndexOutOfBoundsException(
                    index + ".." + ((long) index + length) + " of " + from.capacity());
        }
        if (from.hasMemoryAddress()) {
            MemorySegment.copy(ALL, from.memoryAddress() + index, to, offset, length);
        } else if (from.hasArray()) {
            MemorySegment array = MemorySegment.ofArray(from.array());
            MemorySegment.copy(array, (long) from.arrayOffset() + index, to, offset, length);
        } else {
            from.getBytes(index, to.asSlice(offset, length).asByteBuffer());
        }
    }
}
