/**
 * What OpenCL's driver says about its devices and programs: {@link
 * dev.hira.sim.opencl.device.Platforms} and {@link dev.hira.sim.opencl.device.DeviceProperties}
 * answer queries by {@link dev.hira.sim.opencl.device.InfoValue}, {@link
 * dev.hira.sim.opencl.device.ProgramBuilds} builds programs from source.
 */
@NullMarked
package dev.hira.sim.opencl.device;

import org.jspecify.annotations.NullMarked;
