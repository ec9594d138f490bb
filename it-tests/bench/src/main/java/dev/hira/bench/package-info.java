/**
 * Benchmarks: each promise of SPECIFICATION.md about speed, measured as a ratio in one run. Entry
 * type: {@link dev.hira.bench.Bench}.
 */
@NullMarked
package dev.hira.bench;

import org.jspecify.annotations.NullMarked;
