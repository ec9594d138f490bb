package dev.hira.guest.call;

import dev.hira.api.Names;
import java.lang.foreign.MemorySegment;

/**
 * A guest process's session as a generated stub sees it. Safe for use by any number of threads;
 * each thread is a lane of its own.
 */
public interface StubSession extends AutoCloseable {
    /**
     * Starts a call. The writer belongs to the calling thread and is reused: the call must be ended
     * before the next one is begun.
     *
     * @param function the function's number
     * @param name the function's name, for messages
     */
    CallWriter begin(int function, String name);

    /** The source of names of this session. */
    Names names();

    /**
     * Registers a callback.
     *
     * @param once whether it is forgotten after its first invocation
     * @return the number that stands for it on the wire
     */
    long register(CallbackInvoker callback, boolean once);

    /** Forgets a callback that lives with an object which is gone. */
    void unregister(long callback);

    /** How many bytes one part of a split call should have at most. */
    long splitBytes();

    /** The same for a call with this buffer, whose bytes may not have to travel at all. */
    default long splitBytes(MemorySegment buffer) {
        return splitBytes();
    }

    @Override
    void close();
}
