/**
 * Moves of VMs between two servers: how long a program waits, how fast calls are repeated and
 * memory is copied, and what the journal and the moves cost others. {@code MigrationBench} is the
 * part.
 *
 * <p>Reading order: MigrationBench, MovingVm and CallTimes, the means of all; DowntimeBench; then
 * the other classes whose names end in {@code Bench}, in any order.
 */
@NullMarked
package dev.hira.bench.migration;

import org.jspecify.annotations.NullMarked;
