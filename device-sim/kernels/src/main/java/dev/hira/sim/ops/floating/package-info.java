/**
 * The methods that floating-point instructions mean, and the rounding below them. {@link
 * dev.hira.sim.ops.floating.Rounding} and {@link dev.hira.sim.ops.floating.Residuals} explain how
 * results are exact.
 */
@NullMarked
package dev.hira.sim.ops.floating;

import org.jspecify.annotations.NullMarked;
