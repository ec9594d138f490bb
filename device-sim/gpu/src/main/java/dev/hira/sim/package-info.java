/**
 * The simulated GPU: {@link dev.hira.sim.SimHost} is the devices of one server, {@link
 * dev.hira.sim.SimProcess} one process on them, and {@link dev.hira.sim.SimDriverProvider} opens a
 * process by a {@code sim:} URI.
 */
@NullMarked
package dev.hira.sim;

import org.jspecify.annotations.NullMarked;
