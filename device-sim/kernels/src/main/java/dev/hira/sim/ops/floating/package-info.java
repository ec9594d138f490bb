/**
 * The methods of floating-point instructions, and their rounding. {@link
 * dev.hira.sim.ops.floating.Rounding} and {@link dev.hira.sim.ops.floating.Residuals} explain how
 * results are exact.
 *
 * <p>Reading order: Floats32, Rounding, Residuals, Directed32; Halves with F16; Approximations.
 */
@NullMarked
package dev.hira.sim.ops.floating;

import org.jspecify.annotations.NullMarked;
