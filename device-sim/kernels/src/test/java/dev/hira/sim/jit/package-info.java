/** Tests of the scalar tier, mostly against the interpreter. */
@NullMarked
package dev.hira.sim.jit;

import org.jspecify.annotations.NullMarked;
