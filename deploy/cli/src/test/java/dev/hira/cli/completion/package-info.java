/** Tests of completion. */
@NullMarked
package dev.hira.cli.completion;

import org.jspecify.annotations.NullMarked;
