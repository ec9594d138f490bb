/**
 * The device work that each call causes, with its device time. Entry type: {@link
 * dev.hira.sim.work.LaneWork}, which assigns work to the calls of a lane; a {@link
 * dev.hira.api.WorkListener} receives the results.
 */
@NullMarked
package dev.hira.sim.work;

import org.jspecify.annotations.NullMarked;
