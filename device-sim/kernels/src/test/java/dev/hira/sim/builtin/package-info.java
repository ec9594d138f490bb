/** Tests of what kernels may call that is no code of theirs. */
@NullMarked
package dev.hira.sim.builtin;

import org.jspecify.annotations.NullMarked;
