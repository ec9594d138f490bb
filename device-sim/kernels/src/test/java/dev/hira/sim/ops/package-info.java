/** Tests of the arithmetic, against references that compute exactly and slowly. */
@NullMarked
package dev.hira.sim.ops;

import org.jspecify.annotations.NullMarked;
