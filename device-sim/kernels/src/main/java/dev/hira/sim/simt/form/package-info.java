/**
 * How a group of lanes runs a piece: the forms of its registers, the order of its blocks, and which
 * lanes are active where. {@link dev.hira.sim.simt.form.LanePlan} gathers it and is the entry type;
 * {@link dev.hira.sim.simt.form.LaneForm} says how the values of the lanes of one register are
 * held.
 */
@NullMarked
package dev.hira.sim.simt.form;

import org.jspecify.annotations.NullMarked;
