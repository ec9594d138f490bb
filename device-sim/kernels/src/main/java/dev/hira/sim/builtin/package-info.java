/**
 * What kernels may call that is no code of theirs: printf, assert, malloc and free. {@link
 * dev.hira.sim.builtin.Builtins} is the entry type.
 */
@NullMarked
package dev.hira.sim.builtin;

import org.jspecify.annotations.NullMarked;
