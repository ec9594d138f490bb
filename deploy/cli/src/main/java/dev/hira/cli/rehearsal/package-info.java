/**
 * Sessions that a build runs once, so that the JVM records which classes processes need and they
 * start with those loaded and linked. No process that serves runs them. Entry type: {@link
 * dev.hira.cli.rehearsal.Rehearsal}.
 */
@NullMarked
package dev.hira.cli.rehearsal;

import org.jspecify.annotations.NullMarked;
