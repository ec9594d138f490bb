/**
 * Everything that generated code calls and uses while it runs: the {@link
 * dev.hira.sim.jit.runtime.Workspace} of a block, helpers for rare cases, and atomic updates.
 * Generated classes are defined in this package ({@link
 * dev.hira.sim.jit.runtime.GeneratedClasses}), so they see its package-private members; {@link
 * dev.hira.sim.jit.runtime.PieceCode} is their interface.
 */
@NullMarked
package dev.hira.sim.jit.runtime;

import org.jspecify.annotations.NullMarked;
