/**
 * The pure instructions of PTX as static methods: what each computes, bit by bit. {@link
 * dev.hira.sim.ops.Operation} names one of them; engines call it or emit code that does the same.
 *
 * <p>Values travel in these carriers: predicates as {@code boolean}; 8 and 16 bits as {@code int}
 * whose upper bits are zero; 32 bits as {@code int} or {@code float}; 64 bits as {@code long} or
 * {@code double}. Halves are 16 bits, pairs of halves are 32.
 */
@NullMarked
package dev.hira.sim.ops;

import org.jspecify.annotations.NullMarked;
