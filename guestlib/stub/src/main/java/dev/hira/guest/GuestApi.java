package dev.hira.guest;

import dev.hira.guest.call.StubSettings;
import dev.hira.guest.session.OpenWriter;
import dev.hira.link.Link;

/**
 * The guest's side of one API, found by {@link java.util.ServiceLoader}: the generated stub with
 * the hand-written part that belongs to it.
 *
 * @param <D> the API's interface
 */
public interface GuestApi<D> {
    /** The API's interface, for example {@code CudaDriver.class}. */
    Class<D> driverType();

    /**
     * Opens a session over a link that was not started yet, and owns the link from then on.
     *
     * @throws dev.hira.guest.call.SessionException when the router gives none
     */
    D open(Link link, OpenWriter request, StubSettings settings);
}
