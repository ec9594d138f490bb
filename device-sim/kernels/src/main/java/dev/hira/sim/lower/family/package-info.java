/**
 * The lowering of instructions, one class per family of opcodes. {@link
 * dev.hira.sim.lower.family.LoweringTable} finds the family of an instruction. Reading order:
 * {@code LoweringTable}, a small family such as {@link dev.hira.sim.lower.family.HintLowering}, and
 * one with state such as {@link dev.hira.sim.lower.family.MbarrierLowering}.
 */
@NullMarked
package dev.hira.sim.lower.family;

import org.jspecify.annotations.NullMarked;
