package dev.hira.policy.tenant;

import dev.hira.policy.Alarm;
import dev.hira.policy.NanoClock;

/**
 * What a policy needs from where it runs.
 *
 * @param clock what its alarms go by, too
 */
public record Environment(NanoClock clock, Alarm alarm, PolicyListener listener) {}
