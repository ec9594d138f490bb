package dev.hira.server.host;

import dev.hira.server.dispatch.Dispatcher;
import java.util.List;

/**
 * The driver of one API for the devices of a host. Safe for any number of threads.
 *
 * @param <D> the API's interface
 */
public interface ApiDriver<D> {
    /** Returns the dispatcher for this API's calls. */
    Dispatcher<D> dispatcher();

    /**
     * Opens a separate process for a session: it shares only the devices with others.
     *
     * @param owner the session that the process is for
     * @param ordinals the host's devices that the process sees, in its own order; all of them have
     *     this API
     */
    DriverProcess<D> open(SessionOwner owner, List<Integer> ordinals);
}
