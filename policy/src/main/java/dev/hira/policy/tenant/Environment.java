package dev.hira.policy.tenant;

import dev.hira.policy.Alarm;
import dev.hira.policy.NanoClock;

/**
 * The surroundings of a policy.
 *
 * @param clock the clock of the policy and of its alarms
 */
public record Environment(NanoClock clock, Alarm alarm) {}
