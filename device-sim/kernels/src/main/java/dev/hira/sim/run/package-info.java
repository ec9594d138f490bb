/**
 * The run-time state that engines share: grids and their blocks, the memory that threads see, and
 * the sites at which they meet. An engine is a {@link dev.hira.sim.run.ThreadEngine}, which runs
 * threads independently of each other; {@link dev.hira.sim.run.BlockScheduler} completes their
 * meetings. Reading order: {@code Grid}, {@code BlockState}, {@code ThreadEngine}, {@code
 * BlockScheduler}, {@code ThreadMemory}.
 *
 * <p>One host thread at a time runs a block, so no lock guards its state. Blocks share the device
 * memory, where their threads may race.
 */
@NullMarked
package dev.hira.sim.run;

import org.jspecify.annotations.NullMarked;
