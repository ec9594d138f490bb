/**
 * Emits the class of a program. {@link dev.hira.sim.jit.emit.ProgramClass} is the entry type: a
 * method for each piece ({@link dev.hira.sim.jit.emit.PieceEmitter}) and for each routine in which
 * threads do not meet ({@link dev.hira.sim.jit.emit.RoutineEmitter}). Below them, {@link
 * dev.hira.sim.jit.emit.FlowEmitter} emits blocks and {@link dev.hira.sim.jit.emit.StepEmitter}
 * their steps.
 *
 * <p>Reading order: ProgramClass, PieceEmitter with PieceSteps, FlowEmitter, StepEmitter,
 * MemoryEmitter; ObservationEmitter only for checked kernels.
 */
@NullMarked
package dev.hira.sim.jit.emit;

import org.jspecify.annotations.NullMarked;
