/** Tests of how kernels get to run, and of what they do, in each tier. */
@NullMarked
package dev.hira.sim.launch;

import org.jspecify.annotations.NullMarked;
