/**
 * Simulated devices: {@link dev.hira.sim.device.SimDevice} is one device with its profile, its
 * engines and its memory budget.
 */
@NullMarked
package dev.hira.sim.device;

import org.jspecify.annotations.NullMarked;
