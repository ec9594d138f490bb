/**
 * The lowering of PTX to the form that engines run: names become numbers, types are fixed, control
 * flow becomes a graph, and unsupported features are refused by name. {@link
 * dev.hira.sim.lower.Lowering} is the entry type; {@link dev.hira.sim.lower.RoutineLowering} lowers
 * one function.
 *
 * <p>Instructions fall into families, one class each in {@code lower.family}; {@link
 * dev.hira.sim.lower.family.LoweringTable} finds them by opcode. An opcode that no family claims is
 * arithmetic and goes through {@link dev.hira.sim.ops.Operations}. The passes in {@code lower.pass}
 * then clean up the result.
 */
@NullMarked
package dev.hira.sim.lower;

import org.jspecify.annotations.NullMarked;
