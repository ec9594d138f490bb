/**
 * Programs that run for a long time while something happens to their VMs. {@code Soak} is the
 * command, {@code SoakKind} says what happens, and a {@code Disturber} does it at random calls.
 */
@NullMarked
package dev.hira.bench.soak;

import org.jspecify.annotations.NullMarked;
