/**
 * Decides how a kernel is cut and compiled before any code is emitted: pieces between stops, the
 * registers that live across them, inlining, and the known alignments and loops. {@link
 * dev.hira.sim.jit.plan.KernelPlan} collects the results and is the entry type.
 *
 * <p>Reading order: KernelPlan, Inliner, PieceCutter and Piece, RegisterPlan; then the analyses
 * that make code faster: ExpressionFolding, KnownAlignment, IndexedRegisters, StrideLoops.
 */
@NullMarked
package dev.hira.sim.jit.plan;

import org.jspecify.annotations.NullMarked;
