/**
 * The CUDA driver of simulated devices. {@link dev.hira.sim.driver.SimCudaDriver} implements the
 * interface, composed of one {@code *Calls} interface per subject. {@link
 * dev.hira.sim.driver.object.ProcessState} holds the state of a process and {@link
 * dev.hira.sim.driver.object.LaneState} that of one of its threads.
 *
 * <p>Locks: a process's handle table has a lock for writers; contexts, streams and events need none
 * besides those of memory and engines.
 *
 * <p>Reading order: SimCudaDriver, ContextCalls, MemoryCalls, then LaunchCalls with LaunchChecks,
 * and CopyCalls.
 */
@NullMarked
package dev.hira.sim.driver;

import org.jspecify.annotations.NullMarked;
