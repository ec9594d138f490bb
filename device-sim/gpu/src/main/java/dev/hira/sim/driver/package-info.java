/**
 * The CUDA driver of simulated devices. A {@link dev.hira.sim.driver.object.ProcessState} holds
 * what one process has; a {@link dev.hira.sim.driver.object.LaneState} is one of its threads;
 * {@link dev.hira.sim.driver.SimCudaDriver} is the interface, put together from one {@code *Calls}
 * per concern.
 *
 * <p>Locks: a process's handle table has one for writing; contexts, streams and events need none
 * besides those of memory and engines.
 */
@NullMarked
package dev.hira.sim.driver;

import org.jspecify.annotations.NullMarked;
