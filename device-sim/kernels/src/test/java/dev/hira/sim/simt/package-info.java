/** Tests of the choice between running threads one by one and in groups, in virtual time. */
@NullMarked
package dev.hira.sim.simt;

import org.jspecify.annotations.NullMarked;
