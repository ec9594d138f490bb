/** Schedulers on a virtual clock: a simulated gate with its device, VMs and sessions. */
@NullMarked
package dev.hira.policy.schedule;

import org.jspecify.annotations.NullMarked;
