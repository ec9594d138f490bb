/**
 * Schedulers: who of those that wait may give a device its next work. Entry type: {@link
 * dev.hira.policy.schedule.Scheduler}. Pure algorithms over times that they are told; each is used
 * by one thread at a time, under its device gate's lock, and takes no lock of its own.
 */
@NullMarked
package dev.hira.policy.schedule;

import org.jspecify.annotations.NullMarked;
