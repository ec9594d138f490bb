/**
 * Pages of native memory: which ones the system has provided, and which ones were written. Entry
 * type: {@link dev.hira.sim.pages.PageTracker}. Knows addresses of the host only, no device memory.
 *
 * <p>{@link dev.hira.sim.pages.UserfaultTracker} has the system note writes; {@link
 * dev.hira.sim.pages.ComparingTracker} compares checksums and works everywhere. {@link
 * dev.hira.sim.pages.WriteProtection} hides the native calls.
 */
@NullMarked
package dev.hira.sim.pages;

import org.jspecify.annotations.NullMarked;
