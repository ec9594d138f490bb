package dev.hira.api;

import java.lang.foreign.MemorySegment;

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
}
