/** Tests of the heap and the statistics of kernels. */
@NullMarked
package dev.hira.sim.kernel;

import org.jspecify.annotations.NullMarked;
