/**
 * From PTX to the form that engines run: names become numbers, types are decided, control flow
 * becomes a graph, and what a kernel cannot have is refused by name. {@link
 * dev.hira.sim.lower.Lowering} is the entry type.
 *
 * <p>Instructions fall into families, one class each, which are found by opcode in {@link
 * dev.hira.sim.lower.family.LoweringTable}; what no family claims is arithmetic and goes through
 * {@link dev.hira.sim.ops.Operations}. A few passes then tidy what was made.
 */
@NullMarked
package dev.hira.sim.lower;

import org.jspecify.annotations.NullMarked;
