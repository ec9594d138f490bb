/**
 * Programs that run for a long time while something happens to their VMs.
 *
 * <p>Reading order: Soak is the command, ProgramSoak runs the programs, SoakKind says what happens,
 * and a Disturber does it at random calls. GuestKills kills a DoomedGuest beside the program.
 * Leftovers looks for what is not released.
 */
@NullMarked
package dev.hira.bench.soak;

import org.jspecify.annotations.NullMarked;
