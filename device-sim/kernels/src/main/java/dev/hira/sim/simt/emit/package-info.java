/**
 * Emits the class that runs groups of lanes. {@link dev.hira.sim.simt.emit.LaneClass} is the entry
 * type; {@link dev.hira.sim.simt.emit.LaneMethod} emits the method of a piece: entry of registers,
 * {@link dev.hira.sim.simt.emit.LaneFlow}, {@link dev.hira.sim.simt.emit.LaneSteps}, exit. {@link
 * dev.hira.sim.simt.emit.VectorOperations} lists the vector operations, and {@link
 * dev.hira.sim.simt.emit.VectorCalls} names them, so that nothing depends on the incubating module.
 *
 * <p>Reading order: LaneClass, LaneMethod, LaneBody, LaneFlow, LaneSteps, VectorOperations;
 * LaneLoop for steps without vector operations, LaneMemory and LaneRow for accesses.
 */
@NullMarked
package dev.hira.sim.simt.emit;

import org.jspecify.annotations.NullMarked;
