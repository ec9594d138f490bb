/**
 * Moves of VMs between two servers: how long a program waits, how fast calls are repeated and
 * memory is copied, and what the journal and the moves cost others. {@code MigrationBench} is the
 * part.
 */
@NullMarked
package dev.hira.bench.migration;

import org.jspecify.annotations.NullMarked;
