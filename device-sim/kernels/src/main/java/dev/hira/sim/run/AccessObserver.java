package dev.hira.sim.run;

import dev.hira.sim.code.Exit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Observes all memory accesses of the threads of a block, and the events that order them. A block
 * without an observer runs as if no other existed.
 */
public interface AccessObserver {
    /** Called when the block begins. */
    void begin(BlockState block);

    /**
     * Called before a thread accesses memory.
     *
     * @param address the address as the instruction gives it
     * @param stored the values that a store writes, one for each element, in their low bits; null
     *     for other accesses. The observer may not keep it.
     * @throws DeviceFault when the access is forbidden
     */
    void sees(int thread, AccessEvent touch, long address, long @Nullable [] stored);

    /**
     * Called after a strong read: the thread has now seen what other threads published at this
     * address.
     */
    void saw(int thread, AccessEvent touch, long address);

    /** Called when a thread orders its accesses with those of others. */
    void fence(int thread);

    /** Called when the device has allocated heap bytes for a thread. */
    void given(long address, long bytes);

    /**
     * Called when bytes of a thread's local memory become undefined: the frame of a call, or a
     * stack allocation.
     */
    void fresh(int thread, long start, long end);

    /** Called when bytes of a thread's local memory are copied, as arguments and results are. */
    void copied(int thread, long from, long to, long bytes);

    /** Called when a thread arrives at a barrier without waiting. */
    void arrived(int thread, int barrier);

    /**
     * Called when threads that waited at a barrier continue.
     *
     * @param stops the stops of the running code, by the sites of threads
     */
    void metAt(int barrier, int[] threads, int count, List<Exit.Stop> stops);

    /**
     * Called when lanes of a warp that waited for each other continue.
     *
     * @param first thread of the warp
     */
    void met(int first, int lanes);

    /**
     * Called when lanes of a warp that run in step go on together. PTX does not order their
     * accesses.
     *
     * @param first thread of the warp
     * @param mayPoll whether they are in a loop in which a lane may wait for another
     */
    void stepped(int first, int lanes, boolean mayPoll);
}
