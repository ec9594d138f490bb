/** Tests of what the device keeps about kernels. */
@NullMarked
package dev.hira.sim.kernel;

import org.jspecify.annotations.NullMarked;
