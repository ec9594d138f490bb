/**
 * The rules of descriptions. Entry type: {@link dev.hira.cava.check.Checker}, which reports every
 * violation at once.
 */
@NullMarked
package dev.hira.cava.check;

import org.jspecify.annotations.NullMarked;
