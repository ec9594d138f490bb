/**
 * The objects of OpenCL on simulated devices: which simulated objects they stand for, and how long
 * they live. Entry type: {@link dev.hira.sim.opencl.object.OpenClObjects}.
 */
@NullMarked
package dev.hira.sim.opencl.object;

import org.jspecify.annotations.NullMarked;
