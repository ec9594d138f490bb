/**
 * The shared base of the benchmark's parts: settings, report, statistics, warm-up and the stack
 * that they measure.
 */
@NullMarked
package dev.hira.bench.common;

import org.jspecify.annotations.NullMarked;
