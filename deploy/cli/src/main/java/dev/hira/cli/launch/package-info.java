/**
 * Processes of Hira that the demo, the tests and the benchmarks start and watch. Entry types:
 * {@link dev.hira.cli.launch.HiraProcess}, {@link dev.hira.cli.launch.LocalStack}.
 */
@NullMarked
package dev.hira.cli.launch;

import org.jspecify.annotations.NullMarked;
