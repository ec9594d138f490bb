/**
 * Programs that run for a long time while something happens to their VMs. {@code Soak} is the
 * command; {@code MigrationSoak} moves a VM at random points of its programs, {@code FaultSoak}
 * kills its server.
 */
@NullMarked
package dev.hira.bench.soak;

import org.jspecify.annotations.NullMarked;
