/**
 * The clean-up of a routine after all of its instructions are lowered. {@link
 * dev.hira.sim.lower.pass.CleanupPasses} names the passes in their order; each is a class of its
 * own that maps a routine to an equivalent one.
 */
@NullMarked
package dev.hira.sim.lower.pass;

import org.jspecify.annotations.NullMarked;
