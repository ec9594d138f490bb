package dev.hira.link.ring;

import dev.hira.link.shm.MemoryGuard;
import dev.hira.link.shm.RawMemory;
import dev.hira.wire.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The consumer's end of one ring (the layout is {@link RingLayout}'s). Belongs to one thread at a
 * time.
 *
 * <p>The producer may write anything anywhere at any time. So each index and each entry's header is
 * read once, judged, and the private copy used; the bytes of a frame are copied to private memory
 * before anybody looks at them.
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

    /** Whether something was published that was not read. */
    boolean hasData() {
        return seenTail != head || (long) RingLayout.LONGS.getAcquire(memory, tailAt) != head;
    }

    /** The producer's position now, judged. */
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

    /** How far was read. */
    long head() {
        return head;
    }

    /**
     * The next whole frame's bytes, which the caller releases; null when there is none yet, or when
     * half a ring was read without completing one.
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
                MemoryGuard.settle(); // a fault is raised while the buffer is still this object's
                assembly = null;
                return frame;
            }
        }
        return null;
    }

    /**
     * Tells the producer how far was read, so that it may overwrite that.
     *
     * @return whether more was read than at the last time that this was asked
     */
    boolean makeRoom() {
        publish();
        boolean more = roomMade != head;
        roomMade = head;
        return more;
    }

    /** Whether half of the ring is free, which is when a producer that found it full goes on. */
    boolean isHalfFree() {
        return (long) RingLayout.LONGS.getAcquire(memory, tailAt) - head <= capacity / 2;
    }

    private void publish() {
        if (published != head) {
            published = head;
            RingLayout.LONGS.setRelease(memory, headAt, head);
        }
    }

    /** Forgets a frame of which not all came. */
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
