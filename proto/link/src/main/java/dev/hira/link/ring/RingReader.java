package dev.hira.link.ring;

import dev.hira.link.shm.MemoryGuard;
import dev.hira.link.shm.RawMemory;
import dev.hira.wire.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The consumer's end of one ring (see {@link RingLayout}). Belongs to one thread at a time.
 *
 * <p>The producer may write anything anywhere at any time. So each index and each entry's header is
 * read once and checked as a private copy, and a frame's bytes are copied to private memory before
 * any code looks at them.
 */
public final class RingReader {
    private final MemorySegment memory;
    private final ByteBufAllocator allocator;
    private final long tailAt;
    private final long headAt;
    private final long dataAt;
    private final int capacity;
    private final int frameLimit;

    private long head;
    private long published;
    private long roomMade;
    private long seenTail;
    private @Nullable ByteBuf assembly;
    private int missing;

    public RingReader(
            MemorySegment memory,
            long tailAt,
            long headAt,
            long dataAt,
            int capacity,
            int frameLimit,
            ByteBufAllocator allocator) {
        this.memory = memory;
        this.tailAt = tailAt;
        this.headAt = headAt;
        this.dataAt = dataAt;
        this.capacity = capacity;
        this.frameLimit = frameLimit;
        this.allocator = allocator;
    }

    /** Returns whether there is published data that was not read. */
    boolean hasData() {
        return seenTail != head || (long) RingLayout.LONGS.getAcquire(memory, tailAt) != head;
    }

    /** Returns the producer's position, checked. */
    long tail() {
        long tail = (long) RingLayout.LONGS.getAcquire(memory, tailAt);
        long available = tail - head;
        if (available < 0 || available > capacity || (tail & 7) != 0) {
            throw new MalformedFrameException(
                    "the ring's producer claims position "
                            + tail
                            + " where "
                            + head
                            + " to "
                            + (head + capacity)
                            + " are possible");
        }
        return tail;
    }

    /** Returns the position up to which data was read. */
    long head() {
        return head;
    }

    /**
     * Returns the bytes of the next complete frame, which the caller releases; null when there is
     * none yet, or when half a ring was read without completing one.
     *
     * @throws MalformedFrameException when an index or an entry is impossible
     */
    public @Nullable ByteBuf next() {
        long start = head;
        while (head - start <= capacity / 2) {
            if (head == seenTail) {
                seenTail = tail();
                if (head == seenTail) {
                    return null;
                }
            }
            ByteBuf frame = entry();
            if (head - published >= capacity / 4) {
                publish();
            }
            if (frame != null) {
                MemoryGuard.raisePending(); // a fault is raised while the buffer is still this
                // object's
                assembly = null;
                return frame;
            }
        }
        return null;
    }

    /**
     * Publishes the position up to which data was read, so that the producer may overwrite it.
     *
     * @return whether the position has advanced since the last call
     */
    boolean makeRoom() {
        publish();
        boolean more = roomMade != head;
        roomMade = head;
        return more;
    }

    /**
     * Returns whether half of the ring is free, which is when a producer that found it full
     * continues.
     */
    boolean isHalfFree() {
        return (long) RingLayout.LONGS.getAcquire(memory, tailAt) - head <= capacity / 2;
    }

    private void publish() {
        if (published != head) {
            published = head;
            RingLayout.LONGS.setRelease(memory, headAt, head);
        }
    }

    /** Drops an incomplete frame. */
    public void release() {
        if (assembly != null) {
            assembly.release();
            assembly = null;
        }
    }

    private @Nullable ByteBuf entry() {
        int index = (int) head & (capacity - 1);
        int room = (int) Math.min(capacity - index, seenTail - head);
        long word = (long) RingLayout.LONGS.getOpaque(memory, dataAt + index);
        int length = (int) word;
        int rest = (int) (word >>> 32);
        if (rest == RingLayout.PAD) {
            if (length != capacity - index - RingLayout.ENTRY_HEADER || room < capacity - index) {
                throw impossible(length, rest, room);
            }
            head += capacity - index;
            return null;
        }
        if (length <= 0 || rest < 0 || length > room - RingLayout.ENTRY_HEADER) {
            throw impossible(length, rest, room);
        }
        ByteBuf frame = assembly(length, rest);
        RawMemory.append(memory, dataAt + index + RingLayout.ENTRY_HEADER, frame, length);
        head += (RingLayout.ENTRY_HEADER + length + 7) & ~7;
        missing = rest;
        return rest > 0 ? null : frame;
    }

    private ByteBuf assembly(int length, int rest) {
        ByteBuf begun = assembly;
        if (begun != null) {
            if (missing - length != rest) {
                throw new MalformedFrameException(
                        "a ring's entry brings "
                                + length
                                + " bytes and announces "
                                + rest
                                + " where "
                                + missing
                                + " were missing");
            }
            return begun;
        }
        if ((long) length + rest > frameLimit) {
            throw new MalformedFrameException(
                    "a frame of "
                            + ((long) length + rest)
                            + " bytes exceeds the limit of "
                            + frameLimit);
        }
        ByteBuf fresh = allocator.directBuffer(length + rest, length + rest);
        assembly = fresh;
        return fresh;
    }

    private static MalformedFrameException impossible(int length, int rest, int room) {
        return new MalformedFrameException(
                "a ring's entry claims "
                        + Integer.toUnsignedString(length)
                        + " bytes and "
                        + Integer.toUnsignedString(rest)
                        + " more where "
                        + room
                        + " are there");
    }
}
