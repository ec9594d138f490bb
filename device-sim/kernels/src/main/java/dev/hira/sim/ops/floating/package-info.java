/**
 * The methods of floating-point instructions, and their rounding. {@link
 * dev.hira.sim.ops.floating.Rounding} and {@link dev.hira.sim.ops.floating.Residuals} explain how
 * results are exact.
 */
@NullMarked
package dev.hira.sim.ops.floating;

import org.jspecify.annotations.NullMarked;
