package dev.hira.link.ring;

import dev.hira.wire.Frame;
import dev.hira.wire.MalformedFrameException;
import java.lang.foreign.MemorySegment;

/**
 * The producer's end of one ring (see {@link RingLayout}). Belongs to one thread at a time. It
 * caches the consumer's position and reloads it only when more room is needed, so that the
 * consumer's cache line is not fetched for every frame.
 */
final class RingWriter {
    /** The number of a frame's bytes that must fit before the frame is begun or continued. */
    private static final int LEAST = 2048;

    private final MemorySegment memory;
    private final FrameWindow window;
    private final long tailAt;
    private final long headAt;
    private final long dataAt;
    private final int capacity;
    private final int largestEntry;

    private long tail;
    private long seenHead;

    RingWriter(MemorySegment memory, long tailAt, long headAt, long dataAt, int capacity) {
        this.memory = memory;
        this.window = new FrameWindow(memory);
        this.tailAt = tailAt;
        this.headAt = headAt;
        this.dataAt = dataAt;
        this.capacity = capacity;
        this.largestEntry = capacity / 4;
    }

    /**
     * Writes and publishes as much of a frame as fits.
     *
     * @param from the number of the frame's bytes already written
     * @return the number of bytes written now; the frame's size when it is complete
     * @throws MalformedFrameException when the consumer's index is impossible
     */
    int write(Frame frame, int from) {
        int size = frame.size();
        int done = from;
        while (done < size) {
            int rest = size - done;
            int wanted = entryBytes(Math.min(rest, LEAST));
            int untilEnd = capacity - index();
            if (untilEnd < wanted) {
                if (free(untilEnd) < untilEnd) {
                    return done;
                }
                pad(untilEnd);
                continue;
            }
            int room = Math.min(untilEnd, free(Math.min(entryBytes(rest), largestEntry)));
            if (room < wanted) {
                return done;
            }
            int length = Math.min(rest, Math.min(room, largestEntry) - RingLayout.ENTRY_HEADER);
            entry(frame, done, length, rest - length);
            done += length;
        }
        return done;
    }

    /**
     * Returns whether at least half of the ring is free or the consumer's index is impossible.
     * Unlike the other methods this changes nothing and may be called by a thread that does not own
     * the writer.
     */
    boolean isHalfFree() {
        long used = tail - (long) RingLayout.LONGS.getAcquire(memory, headAt);
        return used <= capacity / 2;
    }

    private int index() {
        return (int) tail & (capacity - 1);
    }

    /** Returns the free bytes; reloads the consumer's index when the cached count is too small. */
    private int free(int wanted) {
        int known = (int) (capacity - (tail - seenHead));
        if (known >= wanted) {
            return known;
        }
        long head = (long) RingLayout.LONGS.getAcquire(memory, headAt);
        long used = tail - head;
        if (used < 0 || used > capacity || (head & 7) != 0) {
            throw new MalformedFrameException(
                    "the ring's consumer claims position "
                            + head
                            + " where "
                            + (tail - capacity)
                            + " to "
                            + tail
                            + " are possible");
        }
        seenHead = head;
        return (int) (capacity - used);
    }

    private void pad(int bytes) {
        header(bytes - RingLayout.ENTRY_HEADER, RingLayout.PAD);
        tail += bytes;
        publish();
    }

    private void entry(Frame frame, int from, int length, int rest) {
        header(length, rest);
        window.copy(frame, from, length, dataAt + index() + RingLayout.ENTRY_HEADER);
        tail += entryBytes(length);
        publish();
    }

    private void header(int length, int rest) {
        long word = (length & 0xFFFFFFFFL) | ((long) rest << 32);
        memory.set(RingLayout.LONG, dataAt + index(), word);
    }

    private void publish() {
        RingLayout.LONGS.setRelease(memory, tailAt, tail);
    }

    private static int entryBytes(int length) {
        return (RingLayout.ENTRY_HEADER + length + 7) & ~7;
    }
}
