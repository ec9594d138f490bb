package dev.hira.router.config;

import dev.hira.policy.model.GrantsState;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The policy at the router's start; administrators change it while the router runs.
 *
 * @param grants classes and VMs
 * @param scheduler scheduler of devices without one of their own
 * @param schedulers schedulers of single devices, by their names in the router
 * @param sliceNanos estimated work that a device gets ahead of time
 * @param rules the file of the operator's own rules, if any
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

    /** Returns this with other grants and other schedulers of single devices. */
    public PolicyConfig with(GrantsState newGrants, Map<String, SchedulerConfig> newSchedulers) {
        return new PolicyConfig(newGrants, scheduler, newSchedulers, sliceNanos, rules);
    }
}
