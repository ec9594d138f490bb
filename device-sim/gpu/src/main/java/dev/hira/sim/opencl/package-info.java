/**
 * OpenCL's driver for simulated devices. It makes its calls on the same objects as CUDA's driver,
 * so that memory, engines, limits and the state that moves with a session are the same.
 *
 * <p>Reading order: {@link dev.hira.sim.opencl.SimOpenClDriver}, {@link
 * dev.hira.sim.opencl.Command}, {@link dev.hira.sim.opencl.RangeCalls}, {@link
 * dev.hira.sim.opencl.WorkSizes}. The driver's answers about devices and programs are in {@link
 * dev.hira.sim.opencl.device}.
 */
@NullMarked
package dev.hira.sim.opencl;

import org.jspecify.annotations.NullMarked;
