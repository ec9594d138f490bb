/**
 * The interface between a device and kernel engines: a {@link dev.hira.sim.kernel.KernelEngine}
 * loads a {@link dev.hira.sim.kernel.LoadedModule}, its {@link dev.hira.sim.kernel.ModuleKernel}s
 * prepare a {@link dev.hira.sim.kernel.Launch}, and the device runs it. {@link
 * dev.hira.sim.kernel.KernelContext} is the device's side.
 */
@NullMarked
package dev.hira.sim.kernel;

import org.jspecify.annotations.NullMarked;
