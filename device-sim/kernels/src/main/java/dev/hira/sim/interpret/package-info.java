/**
 * The interpreter: kernels as {@link dev.hira.sim.code.Program} says, one thread at a time, one
 * instruction after another. It is the oracle that faster engines are compared with, so it does
 * everything the plain way: every operand is a slot of an array of longs, every instruction an
 * object, every call an entry of an explicit stack. {@link dev.hira.sim.interpret.Interpreter} is
 * the entry type.
 */
@NullMarked
package dev.hira.sim.interpret;

import org.jspecify.annotations.NullMarked;
