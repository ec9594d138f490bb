package dev.hira.server.host;

import dev.hira.server.call.LaneDrivers;

/**
 * A driver as one session has it.
 *
 * @param <D> the API's interface
 */
public interface DriverProcess<D> extends LaneDrivers<D>, AutoCloseable {
    /**
     * Releases everything. Calls that wait are ended, by failing, and so are those that come later.
     * When this returns the devices no longer access memory of the session. Any thread; may take
     * long.
     */
    @Override
    void close();
}
