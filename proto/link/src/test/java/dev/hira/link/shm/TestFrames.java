package dev.hira.link.shm;

import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;

/** Frames without records; their bulk is a number and bytes derived from it. */
public final class TestFrames {
    static final int LEAST = FrameLayout.HEADER_BYTES + 8;

    private TestFrames() {}

    /** Returns a frame of {@code size} bytes that carries a number. */
    public static Frame of(long number, int size) {
        ByteBuf content = PooledByteBufAllocator.DEFAULT.directBuffer(size, size);
        content.writeLongLE(0);
        content.writeLongLE(number);
        for (int i = LEAST; i < size; i++) {
            content.writeByte(filler(number, i));
        }
        return Frame.wrap(content);
    }

    public static long number(Frame frame) {
        return frame.bulk().getLongLE(0);
    }

    /** Returns whether all bytes after the number are those of {@link #of}. */
    static boolean isWhole(Frame frame) {
        ByteBuf bulk = frame.bulk();
        long number = number(frame);
        for (int i = LEAST; i < frame.size(); i++) {
            if (bulk.getByte(i - FrameLayout.HEADER_BYTES) != filler(number, i)) {
                return false;
            }
        }
        return true;
    }

    private static byte filler(long number, int index) {
        return (byte) (number * 31 + index * 7L);
    }
}
