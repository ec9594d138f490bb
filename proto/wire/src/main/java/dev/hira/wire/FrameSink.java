package dev.hira.wire;

import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;

/**
 * Takes the bytes of a frame in order, in the pieces in which they lie in memory. Keeps no piece
 * after it returned.
 *
 * @param <E> what writing can fail with
 */
public interface FrameSink<E extends Exception> {
    /** The bytes {@code [index, index + length)} of a buffer, whose indices are left alone. */
    void write(ByteBuf buffer, int index, int length) throws E;

    /** The bytes of a piece of memory, on or off the heap. */
    void write(MemorySegment memory) throws E;
}
