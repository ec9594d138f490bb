/** The SIMT tier. */
@NullMarked
package dev.hira.sim.simt;

import org.jspecify.annotations.NullMarked;
