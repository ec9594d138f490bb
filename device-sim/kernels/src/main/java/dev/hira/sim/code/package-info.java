/**
 * Kernels in the form that engines run: names are resolved to numbers, types are decided, control
 * flow is a graph of blocks, and every point where threads must wait for each other ends a block.
 * {@link dev.hira.sim.code.Program} is the entry type.
 */
@NullMarked
package dev.hira.sim.code;

import org.jspecify.annotations.NullMarked;
