package dev.hira.link.shm;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Allocates ranges of a session's arena: for payloads under way, and as pinned memory for user
 * buffers. Ranges start at multiples of {@value #GRANULE} bytes. Thread-safe.
 */
public final class ArenaAllocator {
    /** The alignment and unit of ranges: a cache line. */
    public static final int GRANULE = 64;

    private final MemorySegment memory;
    private final long base;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final BlockTable blocks;

    @GuardedBy("lock")
    private final Map<Long, ArenaRange> pinned = new HashMap<>();

    @GuardedBy("lock")
    private long used;

    @GuardedBy("lock")
    private long peak;

    @GuardedBy("lock")
    private int ranges;

    @GuardedBy("lock")
    private long refusals;

    /** Manages all of a segment; bytes after the last whole granule stay unused. */
    public ArenaAllocator(MemorySegment memory) {
        long granules = memory.byteSize() / GRANULE;
        if (granules < 1 || granules > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "an arena of "
                            + memory.byteSize()
                            + " bytes cannot be managed; it must have between "
                            + GRANULE
                            + " bytes and 127 GiB");
        }
        this.memory = memory;
        this.base = memory.address();
        this.blocks = new BlockTable((int) granules);
    }

    /**
     * Returns a range of at least {@code bytes}, or null when none is free: then the payload
     * travels in the stream. {@link #usage} counts refusals.
     */
    public @Nullable ArenaRange tryAllocate(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException(bytes + " bytes were asked for; ask for 0 or more");
        }
        lock.lock();
        try {
            int block =
                    bytes > memory.byteSize() ? BlockTable.NONE : blocks.allocate(granules(bytes));
            if (block == BlockTable.NONE) {
                refusals++;
                return null;
            }
            used += (long) blocks.size(block) * GRANULE;
            peak = Math.max(peak, used);
            ranges++;
            return new ArenaRange(this, block, (long) blocks.start(block) * GRANULE, bytes);
        } finally {
            lock.unlock();
        }
    }

    /** Returns memory for a user's buffer, or null when none is free; {@link #unpin} returns it. */
    public @Nullable MemorySegment tryPin(long bytes) {
        ArenaRange range = tryAllocate(bytes);
        if (range == null) {
            return null;
        }
        MemorySegment segment = range.segment();
        lock.lock();
        try {
            pinned.put(segment.address(), range);
        } finally {
            lock.unlock();
        }
        return segment;
    }

    /**
     * Frees memory from {@link #tryPin} by its address; false if the address is not pinned memory.
     */
    public boolean unpin(MemorySegment segment) {
        ArenaRange range;
        lock.lock();
        try {
            range = pinned.remove(segment.address());
        } finally {
            lock.unlock();
        }
        if (range == null) {
            return false;
        }
        range.close();
        return true;
    }

    /** Returns whether all of a segment lies in the arena. */
    public boolean contains(MemorySegment segment) {
        return offsetOf(segment, segment.byteSize()) >= 0;
    }

    /**
     * Returns the offset of a segment's first {@code bytes} in the arena; -1 if they are not wholly
     * inside.
     */
    public long offsetOf(MemorySegment segment, long bytes) {
        if (!segment.isNative()) {
            return -1;
        }
        long offset = segment.address() - base;
        return offset >= 0 && bytes >= 0 && offset <= memory.byteSize() - bytes ? offset : -1;
    }

    /** Returns the managed memory. */
    public MemorySegment memory() {
        return memory;
    }

    /** Returns a consistent snapshot of the usage. */
    public ArenaUsage usage() {
        lock.lock();
        try {
            return new ArenaUsage(memory.byteSize(), used, peak, ranges, pinned.size(), refusals);
        } finally {
            lock.unlock();
        }
    }

    void free(int block) {
        lock.lock();
        try {
            used -= (long) blocks.size(block) * GRANULE;
            ranges--;
            blocks.free(block);
        } finally {
            lock.unlock();
        }
    }

    private static int granules(long bytes) {
        return (int) Math.max(1, (bytes + GRANULE - 1) / GRANULE);
    }
}
