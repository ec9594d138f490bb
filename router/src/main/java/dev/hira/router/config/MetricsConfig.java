package dev.hira.router.config;

import java.net.URI;
import java.util.List;

/**
 * The router's metrics.
 *
 * @param listen addresses that serve metrics; empty: none
 * @param vms number of VMs with names of their own; the others are counted together
 */
public record MetricsConfig(List<URI> listen, int vms) {
    public MetricsConfig {
        listen = List.copyOf(listen);
    }
}
