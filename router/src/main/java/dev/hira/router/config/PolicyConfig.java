package dev.hira.router.config;

import dev.hira.policy.model.GrantsState;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Who may use what when the router starts; administrators change it while it runs.
 *
 * @param grants classes and VMs
 * @param scheduler of devices that have none of their own
 * @param schedulers of single devices, by their names in the router
 * @param sliceNanos how much estimated work a device is given ahead
 * @param rules the file of the operator's own rules, if there are any
 */
public record PolicyConfig(
        GrantsState grants,
        SchedulerConfig scheduler,
        Map<String, SchedulerConfig> schedulers,
        long sliceNanos,
        Optional<Path> rules) {
    public PolicyConfig {
        schedulers = Map.copyOf(schedulers);
    }
}
