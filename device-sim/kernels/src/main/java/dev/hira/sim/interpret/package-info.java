/**
 * The interpreter: it runs a {@link dev.hira.sim.code.Program} one thread at a time and one
 * instruction after another. It is the oracle with which faster engines are compared, so it keeps
 * everything plain: every operand is a slot of an array of longs, every instruction an object,
 * every call an entry of an explicit stack. {@link dev.hira.sim.interpret.Interpreter} is the entry
 * type. Reading order: {@code Interpreter}, {@code Decoder}, {@code Segment}, {@code GuestThread}.
 */
@NullMarked
package dev.hira.sim.interpret;

import org.jspecify.annotations.NullMarked;
