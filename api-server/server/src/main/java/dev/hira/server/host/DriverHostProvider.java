package dev.hira.server.host;

import java.util.List;

/**
 * A kind of driver that a server can be configured with, found by {@link java.util.ServiceLoader}.
 */
public interface DriverHostProvider {
    /** The kind, as the configuration names it: {@code sim}. */
    String kind();

    /**
     * Opens the driver.
     *
     * @param profiles a profile for each device, by ordinal
     * @param limits for the sessions at these devices
     * @throws IllegalArgumentException when there is no such profile; it says which there are
     */
    DriverHost<?> open(List<String> profiles, DriverLimits limits);
}
