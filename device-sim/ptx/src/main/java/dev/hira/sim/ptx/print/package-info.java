/**
 * Prints the syntax tree as PTX in one fixed form, which tests compare. Entry type: {@link
 * dev.hira.sim.ptx.print.PtxPrinter}.
 */
@NullMarked
package dev.hira.sim.ptx.print;

import org.jspecify.annotations.NullMarked;
