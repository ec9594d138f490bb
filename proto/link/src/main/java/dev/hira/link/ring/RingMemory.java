package dev.hira.link.ring;

import dev.hira.link.shm.MemoryGuard;
import dev.hira.link.shm.SharedRegion;
import dev.hira.wire.LinkStatus;
import io.netty.buffer.PooledByteBufAllocator;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The memory of a link's two rings as one side sees it. It stays mapped while in use: by the link
 * itself, until its poller has released it, and by each thread that touches it meanwhile.
 */
final class RingMemory {
    private final SharedRegion region;
    private final AtomicInteger users = new AtomicInteger(1);
    private final AtomicBoolean let = new AtomicBoolean();

    /** The address of the last word of the rings, on which no thread sleeps. */
    private final long lastWord;

    final RingWriter writer;
    final RingReader reader;
    final OwnBells own;
    final PeerBells peer;

    /**
     * @param first whether this side created the file
     */
    RingMemory(SharedRegion region, boolean first, int frameLimit) {
        this(region, region.segment(), capacity(region), first, frameLimit);
    }

    /** Uses rings in other memory with the same layout; tests use many that have no files. */
    RingMemory(
            SharedRegion region,
            MemorySegment memory,
            int capacity,
            boolean first,
            int frameLimit) {
        this.region = region;
        this.lastWord = memory.address() + RingLayout.bytes(capacity) - Integer.BYTES;
        long otherData = RingLayout.DATA + (long) capacity;
        this.writer =
                first
                        ? new RingWriter(
                                memory,
                                RingLayout.TAIL_0,
                                RingLayout.HEAD_0,
                                RingLayout.DATA,
                                capacity)
                        : new RingWriter(
                                memory, RingLayout.TAIL_1, RingLayout.HEAD_1, otherData, capacity);
        this.reader =
                new RingReader(
                        memory,
                        first ? RingLayout.TAIL_1 : RingLayout.TAIL_0,
                        first ? RingLayout.HEAD_1 : RingLayout.HEAD_0,
                        first ? otherData : RingLayout.DATA,
                        capacity,
                        frameLimit,
                        PooledByteBufAllocator.DEFAULT);
        AtomicInteger numbers = new AtomicInteger(first ? 0 : 1);
        this.own =
                new OwnBells(
                        memory,
                        first ? RingLayout.STATES_0 : RingLayout.STATES_1,
                        first ? RingLayout.SIGNALS_0 : RingLayout.SIGNALS_1,
                        numbers);
        this.peer =
                new PeerBells(
                        memory,
                        first ? RingLayout.STATES_1 : RingLayout.STATES_0,
                        first ? RingLayout.SIGNALS_1 : RingLayout.SIGNALS_0,
                        numbers);
    }

    private static int capacity(SharedRegion region) {
        int capacity = RingFile.capacity(region);
        if (capacity == 0) {
            throw new IllegalArgumentException(region.path() + " holds no rings");
        }
        return capacity;
    }

    MemoryGuard guard() {
        return region.guard();
    }

    /**
     * Returns whether the file still backs all of the rings. Only for a thread that {@linkplain
     * #retain keeps them mapped}. A wake-up of no thread asks the kernel about the last word. The
     * file's size would need a {@code FileChannel}, which an interrupted thread closes by using it.
     */
    boolean intact() {
        return Futex.wake(lastWord, 0);
    }

    /** Keeps the memory mapped until {@link #release}; false if it is already unmapped. */
    boolean retain() {
        int count = users.get();
        while (count > 0) {
            if (users.compareAndSet(count, count + 1)) {
                return true;
            }
            count = users.get();
        }
        return false;
    }

    void release() {
        if (users.decrementAndGet() == 0) {
            region.close();
        }
    }

    /** The {@link #release} of the link itself; idempotent. */
    Runnable releaseOnce() {
        return () -> {
            if (let.compareAndSet(false, true)) {
                release();
            }
        };
    }

    /** Returns the reason for the end of a link whose memory is gone. */
    LinkStatus lost() {
        return new LinkStatus(LinkStatus.Cause.PROTOCOL, region.guard().sentence());
    }
}
