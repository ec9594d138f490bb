/**
 * A method under generation: its local variables, the bounds that it keeps in them, and the values
 * that it computes. {@link dev.hira.sim.jit.method.MethodBody} is the entry type; {@link
 * dev.hira.sim.jit.method.ValueEmitter} turns operations into bytecode, through {@link
 * dev.hira.sim.jit.method.EmitterMap} where a few instructions suffice.
 *
 * <p>Reading order: MethodBody, RegisterSlots, ValueEmitter, EmitterMap; then AddressBounds and
 * IndexBounds, which keep the checks of addresses cheap.
 */
@NullMarked
package dev.hira.sim.jit.method;

import org.jspecify.annotations.NullMarked;
