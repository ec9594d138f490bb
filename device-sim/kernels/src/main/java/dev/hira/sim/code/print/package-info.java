/**
 * Listings of programs for people and for golden files. Entry type: {@link
 * dev.hira.sim.code.print.ProgramPrinter}.
 */
@NullMarked
package dev.hira.sim.code.print;

import org.jspecify.annotations.NullMarked;
