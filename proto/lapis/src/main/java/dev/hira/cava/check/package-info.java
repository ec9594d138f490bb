/**
 * The rules that a description keeps. Entry type: {@link dev.hira.cava.check.Checker}, which
 * reports every violation at once.
 */
@NullMarked
package dev.hira.cava.check;

import org.jspecify.annotations.NullMarked;
