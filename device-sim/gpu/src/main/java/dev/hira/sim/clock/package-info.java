/**
 * The clocks of simulated devices: {@link dev.hira.sim.clock.SimClock} is real or virtual.
 *
 * <p>Lock order: the virtual clock has one lock, which is taken before any other lock of the
 * simulator and may be held while operations execute.
 */
@NullMarked
package dev.hira.sim.clock;

import org.jspecify.annotations.NullMarked;
