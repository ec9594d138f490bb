package dev.hira.server.host;

import dev.hira.api.StateSink;
import java.time.Duration;

/**
 * The part of a process's state that repeating the session's recorded calls does not recreate: the
 * content of device memory, and everything that the devices chose or did. It moves a session from
 * one process to another:
 *
 * <ol>
 *   <li>the old process {@linkplain #quiesce comes to rest};
 *   <li>its {@linkplain #placements placements} go to {@link #prepare} of the new one;
 *   <li>the recorded calls are made at the new one;
 *   <li>the old one {@linkplain #save saves} into the {@linkplain #restorer restorer} of the new
 *       one.
 * </ol>
 *
 * <p>A failure leaves the old process as it was; the new one is closed.
 */
public interface SessionState {
    /**
     * Waits until all submitted work has ended; no call may be made meanwhile. May take long.
     *
     * @return false: some work had not ended after the time limit
     */
    boolean quiesce(Duration limit) throws InterruptedException;

    /** The outcome of {@link #stop}. */
    enum Stop {
        /** Some work had not come to a stop within the limit; all work goes on. */
        TOO_LATE,
        /** All submitted work has ended. */
        ENDED,
        /** Work is left that stands still until {@link #goOn}; it travels with the state. */
        STANDS_STILL
    }

    /**
     * Makes submitted work stand still, so that it goes on in the new process; kernels stop between
     * blocks. Waits for work that cannot travel. May take long.
     */
    default Stop stop(Duration limit) throws InterruptedException {
        return quiesce(limit) ? Stop.ENDED : Stop.TOO_LATE;
    }

    /**
     * Lets work go on that stands still: in the old process after {@link #stop}, in the new one
     * when the state is complete. Without effect otherwise.
     */
    default void goOn() {}

    /**
     * Returns the choices of the devices that the new process must repeat when the calls are
     * repeated, such as the addresses of variables and the numbers of objects: a few bytes for each
     * object. The process must be at rest.
     */
    byte[] placements();

    /**
     * Makes this process repeat the choices of another one. Must precede all calls.
     *
     * @throws dev.hira.api.StateException when they cannot be read
     */
    void prepare(byte[] placements);

    /**
     * Writes the state. The process must be at rest. May take long.
     *
     * @throws dev.hira.api.StateException when the state cannot be saved, or the sink refuses it
     */
    void save(StateSink sink);

    /** Returns the receiver for the state of the process that this one replaces. */
    StateSink restorer();
}
