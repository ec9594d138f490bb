/**
 * Generates the side of an API that programs call from C: it decodes the registers and the stack of
 * a call by the function's prototype, and calls a driver. Entry type: {@link
 * dev.hira.cava.gen.entry.EntryGenerator}.
 */
@NullMarked
package dev.hira.cava.gen.entry;

import org.jspecify.annotations.NullMarked;
