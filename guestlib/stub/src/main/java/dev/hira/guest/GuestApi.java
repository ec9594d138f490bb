package dev.hira.guest;

import dev.hira.guest.call.StubSettings;
import dev.hira.guest.session.OpenWriter;
import dev.hira.link.Link;

/**
 * The guest's side of one API: the generated stub with its hand-written part. Found by {@link
 * java.util.ServiceLoader}.
 *
 * @param <D> the API's interface
 */
public interface GuestApi<D> {
    /** Returns the API's interface, for example {@code CudaDriver.class}. */
    Class<D> driverType();

    /**
     * Opens a session over an unstarted link, and owns the link from then on.
     *
     * @throws dev.hira.guest.call.SessionException when the router refuses the session
     */
    D open(Link link, OpenWriter request, StubSettings settings);

    /** Returns a driver that refuses nulls with the API's error, and passes other calls on. */
    default D checked(D driver) {
        return driver;
    }
}
