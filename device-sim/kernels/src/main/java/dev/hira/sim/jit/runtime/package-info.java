/**
 * What generated code calls and works with while it runs: the {@link
 * dev.hira.sim.jit.runtime.Workspace} of a block, helpers for rare cases, and atomic updates.
 * Generated classes are defined in this package ({@link
 * dev.hira.sim.jit.runtime.GeneratedClasses}), so they see its package-private members.
 */
@NullMarked
package dev.hira.sim.jit.runtime;

import org.jspecify.annotations.NullMarked;
