/**
 * The clean-up of a routine after all of its instructions are lowered. {@link
 * dev.hira.sim.lower.pass.CleanupPasses} names the passes in their order; each is a class of its
 * own that maps a routine to an equivalent one. Then {@link dev.hira.sim.lower.pass.WarpSteps} lets
 * the threads of warps run in step.
 *
 * <p>Reading order: CleanupPasses and one pass such as CopyPropagation; then WarpSteps,
 * WarpConflicts with WarpForm, WarpAddresses, WarpUniformity, WarpUpdates and WarpPaths, and
 * WarpStepPlaces.
 */
@NullMarked
package dev.hira.sim.lower.pass;

import org.jspecify.annotations.NullMarked;
