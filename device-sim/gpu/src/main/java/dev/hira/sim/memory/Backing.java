package dev.hira.sim.memory;

import java.lang.foreign.MemorySegment;

/**
 * A reserved range of native memory, whose pages the system provides when they are touched first.
 * Fresh pages are zero.
 */
interface Backing extends AutoCloseable {
    /** The whole range; accesses fail with an exception once it is closed. */
    MemorySegment segment();

    /** Is told that a part is about to be used; its content stays as it is. */
    void prepare(long offset, long bytes);

    /** Clears a part and gives its whole pages back to the system. */
    void discard(long offset, long bytes);

    /**
     * Looks for bytes other than zero in a part that nobody may write to.
     *
     * @param clear whether to clear all of the part; else the search ends with the first one
     * @return the offset of the first one, or -1
     */
    long strays(long offset, long bytes, boolean clear);

    /** Gives everything back. Must not be called while an access is going on. */
    @Override
    void close();

    /**
     * Reserves a range.
     *
     * @throws OutOfMemoryError when the system has no such range of addresses left
     */
    static Backing reserve(long bytes) {
        return MappedBacking.map(bytes);
    }
}
