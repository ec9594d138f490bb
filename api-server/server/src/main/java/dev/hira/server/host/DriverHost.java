package dev.hira.server.host;

import dev.hira.server.dispatch.Dispatcher;
import java.util.List;

/**
 * The devices of one API on this host, and the driver that runs them. Safe for any number of
 * threads.
 *
 * @param <D> the API's interface
 */
public interface DriverHost<D> extends AutoCloseable {
    /** Decodes this API's calls. */
    Dispatcher<D> dispatcher();

    /** The devices as they are now, by ordinal. */
    List<DeviceReport> devices();

    /**
     * Opens a process of its own for a session: nothing is shared with others but the devices.
     *
     * @param owner the session that the process is for
     * @param ordinals the devices that the process sees, in its own order
     */
    DriverProcess<D> open(SessionOwner owner, List<Integer> ordinals);

    /** Gives the devices up. All processes have been closed. */
    @Override
    void close();
}
