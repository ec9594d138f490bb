package dev.hira.wire;

import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** Copies a frame's pieces to consecutive addresses in memory. */
final class SegmentSink implements FrameSink<RuntimeException> {
    private final MemorySegment target;
    private long at;

    SegmentSink(MemorySegment target, long at) {
        this.target = target;
        this.at = at;
    }

    @Override
    public void write(ByteBuf buffer, int index, int length) {
        if (buffer.hasArray()) {
            MemorySegment.copy(
                    MemorySegment.ofArray(buffer.array()),
                    (long) buffer.arrayOffset() + index,
                    target,
                    at,
                    length);
        } else {
            ByteBuffer view = target.asSlice(at, length).asByteBuffer();
            buffer.getBytes(index, view);
        }
        at += length;
    }

    @Override
    public void write(MemorySegment memory) {
        MemorySegment.copy(memory, 0, target, at, memory.byteSize());
        at += memory.byteSize();
    }
}
