/** Tests of commands. */
@NullMarked
package dev.hira.cli.top;

import org.jspecify.annotations.NullMarked;
