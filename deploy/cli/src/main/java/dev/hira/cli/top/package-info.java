/**
 * {@code hira top}: VMs and devices live in a terminal. Entry type: {@link
 * dev.hira.cli.top.TopCommand}; {@link dev.hira.cli.top.TopView} formats its lines.
 */
@NullMarked
package dev.hira.cli.top;

import org.jspecify.annotations.NullMarked;
