/** The methods that conversions between integers and floating-point numbers mean. */
@NullMarked
package dev.hira.sim.ops.convert;

import org.jspecify.annotations.NullMarked;
