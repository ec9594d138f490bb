/**
 * Sessions that a build runs once, so that the JVM records the classes that processes need and
 * later processes start with these loaded and linked. Serving processes never run them. Entry type:
 * {@link dev.hira.cli.rehearsal.Rehearsal}.
 */
@NullMarked
package dev.hira.cli.rehearsal;

import org.jspecify.annotations.NullMarked;
