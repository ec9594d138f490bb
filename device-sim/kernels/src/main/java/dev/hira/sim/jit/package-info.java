/**
 * The scalar tier: turns a program into a class whose code runs the threads of a block one after
 * another, each from where it resumes until it stops. {@link dev.hira.sim.jit.Jit} is the entry
 * type.
 *
 * <p>A routine is cut into <em>pieces</em> at the points where threads meet; a piece becomes a
 * method with a loop over threads, in which registers are local variables. Registers that live from
 * one piece to the next are kept in arrays with an element for each thread; what is the same for
 * all threads of a block, or is quickly computed anew, is not kept but computed by each piece.
 */
@NullMarked
package dev.hira.sim.jit;

import org.jspecify.annotations.NullMarked;
