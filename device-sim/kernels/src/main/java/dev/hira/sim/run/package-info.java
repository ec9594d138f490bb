/**
 * What engines share while kernels run: the state of a grid and of its blocks, the memory that
 * threads see, and the places where they meet. An engine is a {@link
 * dev.hira.sim.run.ThreadEngine}, which runs threads by themselves; {@link
 * dev.hira.sim.run.BlockScheduler} does all that threads do together.
 *
 * <p>A block is run by one host thread at a time, so nothing of its state is guarded. What blocks
 * share is the device memory, which is accessed like any memory that threads race on.
 */
@NullMarked
package dev.hira.sim.run;

import org.jspecify.annotations.NullMarked;
