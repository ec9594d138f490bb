/** Completion of the command line in shells, beginning with {@link CompletionCommand}. */
@NullMarked
package dev.hira.cli.completion;

import org.jspecify.annotations.NullMarked;
