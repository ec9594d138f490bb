/** Tests of the run-time state that engines share. */
@NullMarked
package dev.hira.sim.run;

import org.jspecify.annotations.NullMarked;
