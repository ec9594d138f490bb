package dev.hira.api;

import java.net.URI;

/**
 * Provides implementations of APIs in this process. Found by {@link java.util.ServiceLoader}, so
 * that the guest library need not depend on them; the simulated GPU provides {@code sim:}.
 */
public interface DriverProvider {
    /** Returns whether this provider opens URIs of this scheme. */
    boolean accepts(String scheme);

    /**
     * Opens a driver that behaves like a separate process: other drivers do not see its objects,
     * and closing it releases them all.
     *
     * @param uri the driver to open, for example {@code sim:?devices=2&profile=small}
     * @param api the interface to return, for example {@code CudaDriver.class}
     * @throws IllegalArgumentException when this provider does not support the URI or the interface
     */
    <D> D open(URI uri, Class<D> api);
}
