/**
 * The scalar tier: compiles a program to a class whose code runs the threads of a block one after
 * another, each from the place where it resumes to the place where it stops. {@link
 * dev.hira.sim.jit.Jit} is the entry type.
 *
 * <p>A routine is cut into <em>pieces</em> at the points where threads meet; a piece becomes a
 * method with a loop over threads, in which registers are local variables. Registers that live from
 * one piece to the next are saved in arrays with an element for each thread; a value that all
 * threads of a block share, or that is cheap to compute, is not saved but recomputed by each piece.
 *
 * <p>{@link dev.hira.sim.jit.plan} decides how a kernel is cut, {@link dev.hira.sim.jit.method}
 * models a method under generation, {@link dev.hira.sim.jit.check} emits address checks, {@link
 * dev.hira.sim.jit.emit} emits the class, and {@link dev.hira.sim.jit.runtime} has the helpers that
 * the class calls.
 */
@NullMarked
package dev.hira.sim.jit;

import org.jspecify.annotations.NullMarked;
