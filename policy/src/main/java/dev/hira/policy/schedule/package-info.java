/**
 * Schedulers, which decide the session that may give a device its next work. Entry type: {@link
 * dev.hira.policy.schedule.Scheduler}. A scheduler is a pure algorithm over times that its caller
 * passes in; one thread at a time uses it, under the lock of its device gate, and it takes no lock
 * of its own.
 *
 * <p>Reading order: Scheduler, Flow and Tenant, the interface; FirstComeScheduler, the smallest
 * implementation; SchedulerKind and Parameter, by which operators select and set it; VmScheduler,
 * the base of those that schedule VMs; ShareWindowScheduler.
 */
@NullMarked
package dev.hira.policy.schedule;

import org.jspecify.annotations.NullMarked;
