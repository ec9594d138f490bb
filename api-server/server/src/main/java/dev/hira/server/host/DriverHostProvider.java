package dev.hira.server.host;

import java.util.List;

/** A kind of devices for servers, with their drivers; found by {@link java.util.ServiceLoader}. */
public interface DriverHostProvider {
    /** The kind as the configuration names it: {@code sim}. */
    String kind();

    /**
     * Opens the devices with their drivers.
     *
     * @param profiles a profile for each device, by ordinal
     * @param limits limits on the sessions at these devices
     * @throws IllegalArgumentException when there is no such profile; it lists the existing ones
     */
    DriverHost open(List<String> profiles, DriverLimits limits);
}
