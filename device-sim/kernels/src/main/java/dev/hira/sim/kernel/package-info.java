/**
 * The interface between a device and its kernels: a {@link dev.hira.sim.kernel.KernelLoader} loads
 * a {@link dev.hira.sim.kernel.LoadedModule}, its {@link dev.hira.sim.kernel.ModuleKernel}s prepare
 * a {@link dev.hira.sim.kernel.Launch}, and the device runs it. {@link
 * dev.hira.sim.kernel.KernelContext} is the device's side.
 *
 * <p>Reading order: {@code KernelLoader}, {@code LoadedModule}, {@code ModuleKernel}, {@code
 * Launch}, {@code KernelContext}, {@code KernelMemory}. {@code KernelHeap}, {@code KernelOutput}
 * and {@code KernelBooks} are each guarded by their own lock. None of them takes another lock of
 * this package; {@code KernelOutput} calls its sink without its lock.
 */
@NullMarked
package dev.hira.sim.kernel;

import org.jspecify.annotations.NullMarked;
