/**
 * Which device work a call has caused, and how long the device took for it. Entry types: {@link
 * dev.hira.api.WorkListener} for who wants to know, {@link dev.hira.sim.work.LaneWork} for who
 * makes the calls.
 */
@NullMarked
package dev.hira.sim.work;

import dev.hira.api.WorkListener;
import org.jspecify.annotations.NullMarked;
