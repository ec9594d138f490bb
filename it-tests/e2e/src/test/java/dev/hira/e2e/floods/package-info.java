/**
 * Floods against a router and an API server with as much memory as a small container gives. {@link
 * dev.hira.e2e.floods.SmallHeapTest} runs them together, beside a victim.
 */
@NullMarked
package dev.hira.e2e.floods;

import org.jspecify.annotations.NullMarked;
