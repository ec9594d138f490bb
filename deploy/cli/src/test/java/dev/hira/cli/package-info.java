/** Tests of commands. */
@NullMarked
package dev.hira.cli;

import org.jspecify.annotations.NullMarked;
