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
    /** Returns the dispatcher for this API's calls. */
    Dispatcher<D> dispatcher();

    /** The present state of the devices, by ordinal. */
    List<DeviceReport> devices();

    /**
     * Opens a separate process for a session: it shares only the devices with others.
     *
     * @param owner the session that the process is for
     * @param ordinals the devices that the process sees, in its own order
     */
    DriverProcess<D> open(SessionOwner owner, List<Integer> ordinals);

    /** Releases the devices. All processes must be closed. */
    @Override
    void close();
}
