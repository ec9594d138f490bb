package dev.hira.api;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Receives the state of a driver's process piece by piece, in the order in which another process
 * saved it. The receiver may be a process that takes over, a connection to one, or a file. Used by
 * one thread.
 */
public interface StateSink {
    /**
     * Takes a record of the driver's own. Drivers number and version their records.
     *
     * @throws StateException when the record cannot be taken
     */
    void record(byte[] record);

    /**
     * Takes content of device memory. Memory that is not passed is zero.
     *
     * @param address where it lies, as kernels see it
     * @param content valid until this returns
     * @throws StateException when the content cannot be taken
     */
    void memory(long address, MemorySegment content);

    /**
     * Takes content of several small ranges of device memory at once.
     *
     * @param content that of all ranges, in their order; valid until this returns
     * @throws StateException when the content cannot be taken
     */
    default void memory(List<MemoryRange> ranges, MemorySegment content) {
        long at = 0;
        for (MemoryRange range : ranges) {
            memory(range.address(), content.asSlice(at, range.bytes()));
            at += range.bytes();
        }
    }
}
