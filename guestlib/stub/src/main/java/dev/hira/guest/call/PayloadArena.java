package dev.hira.guest.call;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Memory for payloads that the session shares with router and server. Thread-safe. */
public interface PayloadArena {
    /** Returns all of it. */
    MemorySegment memory();

    /** Takes a range; returns its offset, or -1 when there is no room. */
    long allocate(long bytes);

    /** Frees a range. */
    void free(long offset);

    /** Returns memory for a user's buffer, or null when there is no room. */
    @Nullable MemorySegment pin(long bytes);

    /** Frees memory from {@link #pin}; false when it is not such memory. */
    boolean unpin(MemorySegment memory);

    /** Unmaps the memory. Idempotent; only after the last use. */
    void close();

    /**
     * Returns the offset of a segment in this memory, or -1 when it does not lie in it entirely.
     */
    default long offsetOf(MemorySegment segment, long bytes) {
        if (!segment.isNative()) {
            return -1;
        }
        MemorySegment all = memory();
        long offset = segment.address() - all.address();
        return offset >= 0 && bytes <= all.byteSize() - offset ? offset : -1;
    }
}
