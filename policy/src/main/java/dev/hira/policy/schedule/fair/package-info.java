/**
 * The default scheduler: hierarchical weighted fair queuing over measured device time. Entry type:
 * {@link dev.hira.policy.schedule.fair.FairScheduler}.
 *
 * <p>Reading order: FairScheduler, FairGroup and FairNode, VirtualOrder, FairVm and FairFlow; then
 * Anticipation with Returns and IdleBudget, and Reservations.
 */
@NullMarked
package dev.hira.policy.schedule.fair;

import org.jspecify.annotations.NullMarked;
