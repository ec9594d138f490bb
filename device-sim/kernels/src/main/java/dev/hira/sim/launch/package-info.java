/**
 * How kernels get to run: modules are loaded ({@link dev.hira.sim.launch.CompilingEngine}, the
 * entry type), kernels are lowered when they are first needed, launches are prepared, and blocks
 * are spread over the host's cores, which the kernels of all contexts share fairly. What goes wrong
 * is reported in the words of the kernel's author.
 *
 * <p>Lock order: {@link dev.hira.sim.cores.Cores} has one lock, under which no other is taken.
 */
@NullMarked
package dev.hira.sim.launch;

import org.jspecify.annotations.NullMarked;
