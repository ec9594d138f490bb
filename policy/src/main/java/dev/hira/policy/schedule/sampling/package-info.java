/**
 * Schedulers that sample: NEON's disengaged fair queuing and its hierarchies, which watch a device
 * closely for short periods and let it run freely between them. {@link
 * dev.hira.policy.schedule.sampling.Engagement} implements the phases.
 */
@NullMarked
package dev.hira.policy.schedule.sampling;

import org.jspecify.annotations.NullMarked;
