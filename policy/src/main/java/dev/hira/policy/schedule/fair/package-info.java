/**
 * The default scheduler: hierarchical weighted fair queuing over measured device time. Entry type:
 * {@link dev.hira.policy.schedule.fair.FairScheduler}.
 */
@NullMarked
package dev.hira.policy.schedule.fair;

import org.jspecify.annotations.NullMarked;
