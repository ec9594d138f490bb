/**
 * What the pipelines of a router count: {@link dev.hira.router.judge.count.PathCounters} for a
 * session, {@link dev.hira.router.judge.count.VerdictTotals} for a whole router.
 */
@NullMarked
package dev.hira.router.judge.count;

import org.jspecify.annotations.NullMarked;
