/**
 * The methods of integer instructions: arithmetic, bits, shifts, packing, comparisons and
 * selections. Generated code calls them; a name denotes one method in all of {@code
 * dev.hira.sim.ops}.
 *
 * <p>Reading order: Integers32 shows the form of all; then Shifts, Bits32, Products and Carries.
 * IntegersToIntegers and SaturatingIntegers convert.
 */
@NullMarked
package dev.hira.sim.ops.integer;

import org.jspecify.annotations.NullMarked;
