package dev.hira.serving.metrics;

import dev.hira.serving.config.OpenAddresses;
import dev.hira.serving.config.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a process's metrics.
 *
 * @param listen addresses that serve metrics; empty: none
 * @param vms number of VMs with names of their own; the others are counted together
 * @param tokens a file of tokens, one of which a client must present; empty: any client may read
 */
public record MetricsSettings(List<URI> listen, int vms, Optional<Path> tokens) {
    private static final String LISTEN = "metrics.listen";
    private static final String TOKENS = "metrics.token-file";
    private static final int MOST_VMS = 10_000;

    public MetricsSettings {
        listen = List.copyOf(listen);
    }

    /** Reads the block {@code metrics}, which all serving processes have in common. */
    public static MetricsSettings read(Settings at) {
        List<URI> listen = at.uris(LISTEN, MetricsEndpoint::problem);
        String file = at.text(TOKENS);
        if (file.isEmpty()) {
            OpenAddresses.check(
                    at,
                    LISTEN,
                    listen,
                    "a file of tokens (" + TOKENS + "), an address of this machine");
        }
        return new MetricsSettings(
                listen,
                at.between("metrics.vms", 0, MOST_VMS),
                file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file)));
    }
}
