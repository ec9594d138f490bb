package dev.hira.link.shm;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/** A range of the arena in use. Closing frees it; later closes do nothing. */
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

    /** Returns the range's offset in the arena, which travels in a payload reference. */
    public long offset() {
        return offset;
    }

    /** Returns the number of bytes that were asked for. */
    public long bytes() {
        return bytes;
    }

    /** Returns the range's memory, which must not be used after the close. */
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
