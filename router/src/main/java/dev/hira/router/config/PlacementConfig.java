package dev.hira.router.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The strategies that choose servers for sessions. */
public enum PlacementConfig {
    /** Chooses the device with the fewest sessions. */
    LEAST_LOADED,
    /** Chooses by static score, free memory and the number of VMs already bound to the device. */
    PEGASUS,
    /** Chooses the device with the smallest free memory that is enough. */
    MEMORY_FIT,
    /** Chooses a device on which the VM already has sessions. */
    AFFINITY,
    /** Chooses the device with the fewest VMs. */
    SPREAD,
    /** Chooses the device with the most sessions that still has room. */
    PACK;

    /** Returns the name in a configuration. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<PlacementConfig> named(String text) {
        return Arrays.stream(values()).filter(p -> p.text().equals(text)).findFirst();
    }

    static String problem() {
        return "must be one of "
                + Arrays.stream(values())
                        .map(PlacementConfig::text)
                        .collect(Collectors.joining(", "));
    }
}
