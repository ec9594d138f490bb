/**
 * Simulated devices: {@link dev.hira.sim.device.SimDevice} is what a profile describes, with its
 * memory's books and its engines.
 */
@NullMarked
package dev.hira.sim.device;

import org.jspecify.annotations.NullMarked;
