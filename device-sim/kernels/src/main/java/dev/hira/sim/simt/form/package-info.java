/**
 * Analyses how a group of lanes runs a piece: the forms of its registers, the order of its blocks,
 * and the lanes that are active in each. {@link dev.hira.sim.simt.form.LanePlan} collects the
 * results and is the entry type; {@link dev.hira.sim.simt.form.LaneForm} defines how the lanes'
 * values of a register are represented.
 */
@NullMarked
package dev.hira.sim.simt.form;

import org.jspecify.annotations.NullMarked;
