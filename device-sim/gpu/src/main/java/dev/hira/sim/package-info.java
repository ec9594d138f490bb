/**
 * The simulated GPU: {@link dev.hira.sim.SimHost} is a server's devices, {@link
 * dev.hira.sim.SimProcess} what one process has on them, {@link dev.hira.sim.SimDriverProvider}
 * opens one by a {@code sim:} URI.
 */
@NullMarked
package dev.hira.sim;

import org.jspecify.annotations.NullMarked;
