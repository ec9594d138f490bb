package dev.hira.server.host;

import dev.hira.server.call.LaneDrivers;
import java.lang.foreign.MemorySegment;

/**
 * A driver as one session has it.
 *
 * @param <D> the API's interface
 */
public interface DriverProcess<D> extends LaneDrivers<D>, AutoCloseable {
    /**
     * Is told of memory that guest and server share, before any call: what the guest passes of it
     * is pinned. It stays until this process is closed.
     */
    default void shares(MemorySegment memory) {}

    /**
     * Releases everything. Calls that wait are ended, by failing, and so are those that come later.
     * When this returns the devices no longer access memory of the session. Any thread; may take
     * long.
     */
    @Override
    void close();
}
