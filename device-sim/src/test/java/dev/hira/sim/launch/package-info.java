/** Tests of how kernels get to run, and of what they do, in the interpreter. */
@NullMarked
package dev.hira.sim.launch;

import org.jspecify.annotations.NullMarked;
