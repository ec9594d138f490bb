package dev.hira.guest.call;

import dev.hira.api.Names;
import java.lang.foreign.MemorySegment;

/**
 * A guest process's session as a generated stub sees it. Thread-safe; each thread is a lane of its
 * own.
 */
public interface StubSession extends AutoCloseable {
    /**
     * Starts a call. The writer belongs to the calling thread and is reused: end the call before
     * starting the next one.
     *
     * @param function the function's number
     * @param name the function's name, for messages
     */
    CallWriter begin(int function, String name);

    /** Returns the source of names of this session. */
    Names names();

    /**
     * Registers a callback.
     *
     * @param once whether to remove it after its first invocation
     * @return its number on the wire
     */
    long register(CallbackInvoker callback, boolean once);

    /** Removes a callback whose object is gone. */
    void unregister(long callback);

    /** Returns the size limit of one part of a split call, in bytes. */
    long splitBytes();

    /**
     * Returns the part size for a call with this buffer, whose bytes may not have to travel at all.
     */
    default long splitBytes(MemorySegment buffer) {
        return splitBytes();
    }

    @Override
    void close();
}
