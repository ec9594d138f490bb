/**
 * Loads modules and launches kernels. {@link dev.hira.sim.launch.KernelCompiler}, the entry type,
 * loads modules; kernels are lowered and compiled on first use ({@link
 * dev.hira.sim.launch.KernelCode}, {@link dev.hira.sim.launch.Tiers}). {@link
 * dev.hira.sim.launch.LoadedKernel} prepares a launch ({@link dev.hira.sim.launch.KernelLaunch}),
 * and {@link dev.hira.sim.launch.GridRun} spreads its blocks over the host's {@linkplain
 * dev.hira.sim.cores cores}, which the kernels of all contexts share fairly. {@link
 * dev.hira.sim.launch.FaultReport} reports failures in the terms of the kernel's author.
 *
 * <p>Reading order: KernelCompiler, ModuleCode, LoadedKernel, KernelCode, Tiers with ScalarTier,
 * KernelLaunch, GridRun, GridBlocks. {@link dev.hira.sim.launch.GridOrder} chooses a compiler.
 *
 * <p>Lock order: {@link dev.hira.sim.cores.Cores} has one lock, under which no other is taken.
 */
@NullMarked
package dev.hira.sim.launch;

import org.jspecify.annotations.NullMarked;
