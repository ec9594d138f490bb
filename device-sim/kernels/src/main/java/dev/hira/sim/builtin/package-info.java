/**
 * The builtin functions that kernels may call: printf, assert, malloc and free. {@link
 * dev.hira.sim.builtin.Builtins} is the entry type.
 */
@NullMarked
package dev.hira.sim.builtin;

import org.jspecify.annotations.NullMarked;
