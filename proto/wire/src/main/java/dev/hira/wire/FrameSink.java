package dev.hira.wire;

import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;

/**
 * Receives the bytes of a frame in order, in the pieces in which they lie in memory. Keeps no piece
 * after it returns.
 *
 * @param <E> the exception of a failed write
 */
public interface FrameSink<E extends Exception> {
    /**
     * Writes the bytes {@code [index, index + length)} of a buffer, whose indices stay unchanged.
     */
    void write(ByteBuf buffer, int index, int length) throws E;

    /** Writes the bytes of a piece of memory, on or off the heap. */
    void write(MemorySegment memory) throws E;
}
