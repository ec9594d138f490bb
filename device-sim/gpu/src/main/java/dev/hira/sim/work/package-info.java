/**
 * The device work that each call causes, with its device time. {@link dev.hira.sim.work.LaneWork}
 * assigns work to the calls of a lane; {@link dev.hira.sim.work.WorkListener} receives the results.
 */
@NullMarked
package dev.hira.sim.work;

import org.jspecify.annotations.NullMarked;
