package dev.hira.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A frame's payloads in the writer's own memory, each with its position among the bytes that the
 * frame owns: before the owned byte at that position.
 */
final class BorrowedMemory {
    private MemorySegment[] pieces = new MemorySegment[4];
    private int[] positions = new int[4];
    private int count;
    private int bytes;

    /** Adds a payload after the first {@code position} owned bytes. */
    void add(int position, MemorySegment memory) {
        if (count == pieces.length) {
            pieces = Arrays.copyOf(pieces, count * 2);
            positions = Arrays.copyOf(positions, count * 2);
        }
        pieces[count] = memory;
        positions[count++] = position;
        bytes = Math.addExact(bytes, Math.toIntExact(memory.byteSize()));
    }

    int bytes() {
        return bytes;
    }

    <E extends Exception> void writeTo(FrameSink<E> sink, ByteBuf owned, int start, int length)
            throws E {
        int done = 0;
        for (int i = 0; i < count; i++) {
            if (positions[i] > done) {
                sink.write(owned, start + done, positions[i] - done);
                done = positions[i];
            }
            sink.write(pieces[i]);
        }
        if (length > done) {
            sink.write(owned, start + done, length - done);
        }
    }

    /** Returns one buffer with all bytes, owned and borrowed, in order. */
    ByteBuf gather(ByteBuf owned, int start, int length) {
        ByteBuf all = PooledByteBufAllocator.DEFAULT.directBuffer(length + bytes);
        ByteBuffer target = all.nioBuffer(0, length + bytes);
        writeTo(new SegmentSink(MemorySegment.ofBuffer(target), 0), owned, start, length);
        return all.writerIndex(length + bytes);
    }
}
