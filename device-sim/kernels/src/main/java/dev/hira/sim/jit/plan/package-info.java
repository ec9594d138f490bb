/**
 * Decides how a kernel is cut and compiled before any code is emitted: pieces between stops, the
 * registers that live across them, inlining, and what is known about alignment and loops. {@link
 * dev.hira.sim.jit.plan.KernelPlan} gathers all of it and is the entry type.
 */
@NullMarked
package dev.hira.sim.jit.plan;

import org.jspecify.annotations.NullMarked;
