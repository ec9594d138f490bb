/**
 * {@code hira top}: VMs and devices live in a terminal. Entry type: {@link
 * dev.hira.cli.top.TopCommand}; what it shows is {@link dev.hira.cli.top.TopView}, which only makes
 * lines.
 */
@NullMarked
package dev.hira.cli.top;

import org.jspecify.annotations.NullMarked;
