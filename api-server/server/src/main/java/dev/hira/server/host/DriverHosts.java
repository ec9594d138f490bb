package dev.hira.server.host;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** Opens the devices that a configuration names. */
public final class DriverHosts {
    private DriverHosts() {}

    /**
     * Opens the devices of these profiles with their drivers.
     *
     * @throws IllegalArgumentException when there is no such kind of driver or profile
     */
    public static DriverHost open(String kind, List<String> profiles, DriverLimits limits) {
        List<String> known = new ArrayList<>();
        for (DriverHostProvider provider : ServiceLoader.load(DriverHostProvider.class)) {
            if (provider.kind().equals(kind)) {
                return provider.open(profiles, limits);
            }
            known.add(provider.kind());
        }
        throw new IllegalArgumentException(
                "no driver for devices is named '"
                        + kind
                        + "'; choose one of "
                        + String.join(", ", known));
    }
}
