package dev.hira.sim.run;

import java.util.function.BooleanSupplier;

/**
 * What sees all that the threads of a block do with memory, and what puts that in order. A block
 * without one runs as if there were none in the world.
 */
public interface AccessObserver {
    /** The block is at its beginning. */
    void begin(BlockState block);

    /**
     * A thread is about to access memory.
     *
     * @param address as the instruction has it
     * @param change tells, if asked before the access, whether it changes anything
     * @throws DeviceFault when the access must not be
     */
    void sees(int thread, AccessEvent touch, long address, BooleanSupplier change);

    /** A thread has read memory by a strong access, and has whatever others wrote there. */
    void saw(int thread, AccessEvent touch, long address);

    /** A thread orders its accesses with those of others. */
    void fence(int thread);

    /** The device has given bytes of its heap to a thread. */
    void given(long address, long bytes);

    /** Bytes of a thread's local memory hold nothing yet: a call's frame, or what it takes more. */
    void fresh(int thread, long start, long end);

    /** Bytes of a thread's local memory are copied, as arguments and results are. */
    void copied(int thread, long from, long to, long bytes);

    /** A thread has come to a barrier, where it does not wait. */
    void arrived(int thread, int barrier);

    /** Threads that waited at a barrier go on. */
    void metAt(int barrier, int[] threads, int count);

    /**
     * Lanes of a warp that waited for each other go on.
     *
     * @param first thread of the warp
     */
    void met(int first, int lanes);
}
