/**
 * The tools with which each instruction is lowered: names and their bindings, operands as values,
 * results, and the routine under construction. {@link dev.hira.sim.lower.build.LoweringContext} is
 * the entry type; {@link dev.hira.sim.lower.build.OperandReader}, {@link
 * dev.hira.sim.lower.build.ResultWriter} and {@link dev.hira.sim.lower.build.RoutineBuilder} do
 * most of the work. An instruction that cannot be lowered ends in a {@link
 * dev.hira.sim.lower.build.LoweringRefusal}. Reading order: {@code FamilyLowering}, {@code
 * LoweringContext}, {@code InstructionModifiers}, {@code OperandReader}, {@code ResultWriter},
 * {@code RoutineBuilder}, {@code NameScopes}.
 */
@NullMarked
package dev.hira.sim.lower.build;

import org.jspecify.annotations.NullMarked;
