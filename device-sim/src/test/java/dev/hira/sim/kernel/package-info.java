/** Tests of what the driver and the kernels share. */
@NullMarked
package dev.hira.sim.kernel;

import org.jspecify.annotations.NullMarked;
