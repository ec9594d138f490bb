package dev.hira.link.shm;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/** A part of the arena that is in use; closing it gives it back, once. */
public final class ArenaRange implements AutoCloseable {
    private final ArenaAllocator allocator;
    private final int block;
    private final long offset;
    private final long bytes;
    private final AtomicBoolean closed = new AtomicBoolean();

    ArenaRange(ArenaAllocator allocator, int block, long offset, long bytes) {
        this.allocator = allocator;
        this.block = block;
        this.offset = offset;
        this.bytes = bytes;
    }

    /** Where it begins in the arena; this is what travels in a payload reference. */
    public long offset() {
        return offset;
    }

    /** How many bytes were asked for. */
    public long bytes() {
        return bytes;
    }

    /** Its memory. Not to be used once closed. */
    public MemorySegment segment() {
        return allocator.memory().asSlice(offset, bytes);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            allocator.free(block);
        }
    }
}
