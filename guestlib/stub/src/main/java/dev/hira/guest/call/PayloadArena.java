package dev.hira.guest.call;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Memory that the session shares with router and server, for payloads. Safe for all threads. */
public interface PayloadArena {
    /** All of it. */
    MemorySegment memory();

    /** Takes a piece; its offset, or -1 when there is no room. */
    long allocate(long bytes);

    /** Gives a piece back. */
    void free(long offset);

    /** Memory for a buffer of the user's, or null when there is no room. */
    @Nullable MemorySegment pin(long bytes);

    /** Gives back what {@link #pin} gave; false when it is not that. */
    boolean unpin(MemorySegment memory);

    /** Unmaps the memory. Idempotent; only after all use has ended. */
    void close();

    /** Where a segment lies in this memory, or -1 when it does not lie in it entirely. */
    default long offsetOf(MemorySegment segment, long bytes) {
        if (!segment.isNative()) {
            return -1;
        }
        MemorySegment all = memory();
        long offset = segment.address() - all.address();
        return offset >= 0 && bytes <= all.byteSize() - offset ? offset : -1;
    }
}
