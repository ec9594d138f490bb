package dev.hira.api;

import java.lang.foreign.MemorySegment;

/**
 * The result of an asynchronous call that a driver fills after the call has returned. A driver that
 * knows it can continue the call in another process.
 */
public interface LateResult {
    /** The memory that the driver fills. */
    MemorySegment memory();

    /** Passes the result on. Any thread; once, unless {@link #drop} was called. */
    void complete();

    /** Gives the result up: the work that would fill it was skipped. Any thread, once. */
    void drop();

    /**
     * Describes the result for {@link WorkListener#result}: the bytes travel with the state of the
     * session.
     */
    byte[] describe();
}
