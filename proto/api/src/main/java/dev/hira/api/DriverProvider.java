package dev.hira.api;

import java.net.URI;

/**
 * A way to get an implementation of an API in this process, found by {@link
 * java.util.ServiceLoader}. The simulated GPU provides {@code sim:}; the guest library finds it
 * without knowing it.
 */
public interface DriverProvider {
    /** Whether this provider opens URIs of this scheme. */
    boolean accepts(String scheme);

    /**
     * Opens a driver as a process of its own: what it creates is not visible to others, and closing
     * it releases everything.
     *
     * @param uri says what to open, for example {@code sim:?devices=2&profile=small}
     * @param api the interface wanted, for example {@code CudaDriver.class}
     * @throws IllegalArgumentException when the URI or the interface is not one that this provider
     *     has
     */
    <D> D open(URI uri, Class<D> api);
}
