/** Tests of the builtin functions of kernels. */
@NullMarked
package dev.hira.sim.builtin;

import org.jspecify.annotations.NullMarked;
