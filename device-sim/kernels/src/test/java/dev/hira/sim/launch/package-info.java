/** Tests of launches and of the kernels that they run, in each tier. */
@NullMarked
package dev.hira.sim.launch;

import org.jspecify.annotations.NullMarked;
