/**
 * The text of a module before it has structure: source positions, tokens, and errors with line and
 * column. {@link dev.hira.sim.ptx.text.PtxLexer} cuts a part of a text into tokens; {@link
 * dev.hira.sim.ptx.text.Diagnostics} collects errors until there are too many.
 */
@NullMarked
package dev.hira.sim.ptx.text;

import org.jspecify.annotations.NullMarked;
