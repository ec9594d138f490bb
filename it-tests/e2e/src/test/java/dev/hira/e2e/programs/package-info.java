/**
 * Native programs that were not written for Hira, with the environment that {@code hira run} sets.
 */
@NullMarked
package dev.hira.e2e.programs;

import org.jspecify.annotations.NullMarked;
