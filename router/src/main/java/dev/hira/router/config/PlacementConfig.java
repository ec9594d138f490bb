package dev.hira.router.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** How servers are chosen for sessions. */
public enum PlacementConfig {
    /** Where the fewest sessions share a device. */
    LEAST_LOADED,
    /** By static score, free memory and the VMs that are bound already. */
    PEGASUS,
    /** The smallest free memory that is enough. */
    MEMORY_FIT,
    /** Where the VM has sessions already. */
    AFFINITY,
    /** Where the fewest VMs are. */
    SPREAD,
    /** Where the most sessions are that leave room. */
    PACK;

    /** As it is written in a configuration. */
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
