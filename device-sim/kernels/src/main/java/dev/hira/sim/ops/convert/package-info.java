/** The methods of conversions between integers and floating-point numbers. */
@NullMarked
package dev.hira.sim.ops.convert;

import org.jspecify.annotations.NullMarked;
