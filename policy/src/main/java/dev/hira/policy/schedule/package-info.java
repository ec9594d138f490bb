/**
 * Schedulers, which decide the session that may give a device its next work. Entry type: {@link
 * dev.hira.policy.schedule.Scheduler}. A scheduler is a pure algorithm over times that its caller
 * passes in; one thread at a time uses it, under the lock of its device gate, and it takes no lock
 * of its own.
 */
@NullMarked
package dev.hira.policy.schedule;

import org.jspecify.annotations.NullMarked;
