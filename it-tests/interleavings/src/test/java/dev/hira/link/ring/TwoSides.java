package dev.hira.link.ring;

import dev.hira.link.shm.RegionDirectory;
import dev.hira.link.shm.SharedRegion;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;

/** Both sides of a pair of rings in one process, as small as rings can be. */
class TwoSides {
    static final int CAPACITY = 4096;

    /** The bytes of a frame of which four fill a ring. */
    static final int QUARTER = 1000;

    /** Real memory, which these sides need only to learn that it is not lost. */
    private static final SharedRegion INTACT = region();

    final MemorySegment memory =
            Arena.ofAuto().allocate(RingLayout.DATA + 2L * CAPACITY, RingLayout.LINE);
    final RingMemory left = new RingMemory(INTACT, memory, CAPACITY, true, CAPACITY);
    final RingMemory right = new RingMemory(INTACT, memory, CAPACITY, false, CAPACITY);

    /** Returns a frame of {@code size} bytes that consist of the number. */
    static Frame frame(int number, int size) {
        ByteBuf content = UnpooledByteBufAllocator.DEFAULT.heapBuffer(size, size);
        content.writeLong(0);
        while (content.isWritable()) {
            content.writeByte(number);
        }
        return Frame.wrap(content);
    }

    /** Returns the number of a frame and releases it; -1 if it is not whole. */
    static int number(ByteBuf content) {
        int number = content.getByte(FrameLayout.HEADER_BYTES);
        for (int i = FrameLayout.HEADER_BYTES; i < content.writerIndex(); i++) {
            number = content.getByte(i) == number ? number : -1;
        }
        content.release();
        return number;
    }

    /** Returns whether the left side rang for the caller of the right one. */
    final boolean callerRung() {
        return isRung(RingLayout.SIGNALS_1 + BellWords.CALLER);
    }

    /** Returns whether the left side rang for the poller of the right one. */
    final boolean pollerRung() {
        return isRung(RingLayout.SIGNALS_1 + BellWords.POLLER);
    }

    /** Returns whether the right side rang for the poller of the left one. */
    final boolean leftRung() {
        return isRung(RingLayout.SIGNALS_0 + BellWords.POLLER);
    }

    private boolean isRung(int signal) {
        return (int) RingLayout.INTS.getVolatile(memory, (long) signal) != 0;
    }

    private static SharedRegion region() {
        try (RegionDirectory directory =
                RegionDirectory.open(RegionDirectory.DEFAULT_PARENT, false, new Random())) {
            SharedRegion region = directory.create("interleavings", CAPACITY);
            region.unlink();
            return region;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
