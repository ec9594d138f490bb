/**
 * The objects of a process: contexts, streams, events, modules, functions and pinned memory. {@link
 * dev.hira.sim.driver.object.ProcessState} is the entry type; {@link
 * dev.hira.sim.driver.object.LaneState} is one thread of the process, and {@link
 * dev.hira.sim.driver.object.Submission} submits work to the engines.
 *
 * <p>Reading order: ProcessState, SimContext, LaneState, Submission, KernelOperation.
 */
@NullMarked
package dev.hira.sim.driver.object;

import org.jspecify.annotations.NullMarked;
