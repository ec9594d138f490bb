package dev.hira.router.config;

import java.net.URI;
import java.util.List;

/**
 * How the router is measured.
 *
 * @param listen where metrics are served; empty: nowhere
 * @param vms how many VMs are named; the others are counted together
 */
public record MetricsConfig(List<URI> listen, int vms) {
    public MetricsConfig {
        listen = List.copyOf(listen);
    }
}
