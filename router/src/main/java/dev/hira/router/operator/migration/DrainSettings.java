package dev.hira.router.operator.migration;

import java.time.Duration;

/**
 * The settings of a drain.
 *
 * @param vms most VMs that move at the same time
 * @param limit time after which a session stays where it is
 * @param hold the longest that the commands of a session may be held
 */
public record DrainSettings(int vms, Duration limit, Duration hold) {}
