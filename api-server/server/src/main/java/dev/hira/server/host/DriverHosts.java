package dev.hira.server.host;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** Opens the driver that a configuration names. */
public final class DriverHosts {
    private DriverHosts() {}

    /**
     * Opens a driver.
     *
     * @throws IllegalArgumentException when there is no such kind of driver or profile
     */
    public static List<DriverHost<?>> open(
            String kind, List<String> profiles, DriverLimits limits) {
        List<String> known = new ArrayList<>();
        for (DriverHostProvider provider : ServiceLoader.load(DriverHostProvider.class)) {
            if (provider.kind().equals(kind)) {
                return List.of(provider.open(profiles, limits));
            }
            known.add(provider.kind());
        }
        throw new IllegalArgumentException(
                "no driver for devices is named '" + kind + "'; choose one of " + known);
    }
}
