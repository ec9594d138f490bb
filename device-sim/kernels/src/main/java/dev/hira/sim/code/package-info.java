/**
 * Kernels in the form that engines run: names are resolved to numbers, types are fixed, control
 * flow is a graph of blocks, and every point at which threads must wait for each other ends a
 * block. Entry type: {@link dev.hira.sim.code.Program}. Reading order: {@code Program}, {@code
 * Routine}, {@code BasicBlock}, {@code Step}, {@code Exit}, {@code Meeting}.
 */
@NullMarked
package dev.hira.sim.code;

import org.jspecify.annotations.NullMarked;
