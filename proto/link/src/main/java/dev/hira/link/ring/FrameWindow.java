package dev.hira.link.ring;

import dev.hira.link.shm.RawMemory;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameSink;
import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;

/**
 * Copies a part of a frame's bytes, header included, to shared memory. Reusable; belongs to one
 * thread at a time.
 */
final class FrameWindow implements FrameSink<RuntimeException> {
    private final MemorySegment memory;
    private long target;
    private int skip;
    private int left;

    FrameWindow(MemorySegment memory) {
        this.memory = memory;
    }

    /** Copies the frame's bytes {@code [from, from + length)} to an offset in memory. */
    void copy(Frame frame, int from, int length, long offset) {
        target = offset;
        skip = from;
        left = length;
        header(frame);
        if (left > 0) {
            frame.writeBodyTo(this);
        }
    }

    private void header(Frame frame) {
        if (skip == 0 && left >= FrameLayout.HEADER_BYTES) {
            long low = frame.headerLow() & 0xFFFFFFFFL;
            memory.set(RingLayout.LONG, target, low | ((long) frame.headerHigh() << 32));
            advance(FrameLayout.HEADER_BYTES);
        } else if (skip < FrameLayout.HEADER_BYTES) {
            throw new IllegalArgumentException("a frame's header must not be cut");
        } else {
            skip -= FrameLayout.HEADER_BYTES;
        }
    }

    @Override
    public void write(ByteBuf buffer, int index, int length) {
        int from = Math.min(skip, length);
        int count = Math.min(left, length - from);
        if (count > 0) {
            RawMemory.copy(buffer, index + from, memory, target, count);
            advance(count);
        }
        skip -= from;
    }

    @Override
    public void write(MemorySegment piece) {
        long from = Math.min(skip, piece.byteSize());
        int count = (int) Math.min(left, piece.byteSize() - from);
        if (count > 0) {
            MemorySegment.copy(piece, from, memory, target, count);
            advance(count);
        }
        skip -= (int) from;
    }

    private void advance(int count) {
        target += count;
        left -= count;
    }
}
