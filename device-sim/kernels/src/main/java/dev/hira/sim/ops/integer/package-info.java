/**
 * The methods of integer instructions: arithmetic, bits, shifts, packing, comparisons and
 * selections. Generated code calls them; a name denotes one method in all of {@code
 * dev.hira.sim.ops}.
 */
@NullMarked
package dev.hira.sim.ops.integer;

import org.jspecify.annotations.NullMarked;
