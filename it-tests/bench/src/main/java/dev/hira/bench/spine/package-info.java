/**
 * The path of a call through three processes: latency, rate, copies, opening, and idle sessions,
 * each beside a yardstick in the same run.
 */
@NullMarked
package dev.hira.bench.spine;

import org.jspecify.annotations.NullMarked;
