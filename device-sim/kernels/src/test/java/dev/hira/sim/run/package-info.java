/** Tests of what engines share while kernels run. */
@NullMarked
package dev.hira.sim.run;

import org.jspecify.annotations.NullMarked;
