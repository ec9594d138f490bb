package dev.hira.sim.memory;

import java.lang.foreign.MemorySegment;

/**
 * A reserved range of native memory. The system provides its pages on first access; fresh pages are
 * zero.
 */
interface Backing extends AutoCloseable {
    /** The whole range; accesses fail with an exception once it is closed. */
    MemorySegment segment();

    /** Prepares a part for use; its content does not change. */
    void prepare(long offset, long bytes);

    /** Writes content; fast for memory that the system has not provided. */
    void write(long offset, MemorySegment content);

    /** Clears a part and gives its whole pages back to the system. */
    void discard(long offset, long bytes);

    /**
     * Searches for bytes other than zero in a part that must not be written to.
     *
     * @param clear whether to clear all of the part; otherwise the search ends with the first such
     *     byte
     * @return the offset of the first such byte, or -1
     */
    long strays(long offset, long bytes, boolean clear);

    /** Releases the whole range. No access may be under way. */
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
