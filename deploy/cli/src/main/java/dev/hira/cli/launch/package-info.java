/**
 * Hira's own processes, started and watched by another one: the demo, the tests and the benchmarks.
 * Entry types: {@link dev.hira.cli.launch.HiraProcess}, {@link dev.hira.cli.launch.LocalStack}.
 */
@NullMarked
package dev.hira.cli.launch;

import org.jspecify.annotations.NullMarked;
