/**
 * What a process has at a device: contexts, streams, events, modules, functions and pinned memory.
 * {@link dev.hira.sim.driver.object.ProcessState} is the entry type; {@link
 * dev.hira.sim.driver.object.LaneState} is one of its threads, and {@link
 * dev.hira.sim.driver.object.Submission} brings work to the engines.
 */
@NullMarked
package dev.hira.sim.driver.object;

import org.jspecify.annotations.NullMarked;
