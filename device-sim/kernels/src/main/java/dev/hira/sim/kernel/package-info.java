/**
 * The seam at which kernels plug in: a {@link dev.hira.sim.kernel.KernelEngine} loads modules,
 * whose kernels a device then runs. {@link dev.hira.sim.kernel.TextOnlyEngine} knows a module's
 * text only.
 */
@NullMarked
package dev.hira.sim.kernel;

import org.jspecify.annotations.NullMarked;
