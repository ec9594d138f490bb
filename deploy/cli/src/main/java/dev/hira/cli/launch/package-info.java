/**
 * Processes of Hira that other processes start and watch. Entry types: {@link
 * dev.hira.cli.launch.HiraProcess} and {@link dev.hira.cli.launch.LocalStack} for the demo, the
 * tests and the benchmarks, {@link dev.hira.cli.launch.BackgroundStack} for {@code hira up}.
 */
@NullMarked
package dev.hira.cli.launch;

import org.jspecify.annotations.NullMarked;
