/** Tests of what processes do before they serve. */
@NullMarked
package dev.hira.cli.rehearsal;

import org.jspecify.annotations.NullMarked;
