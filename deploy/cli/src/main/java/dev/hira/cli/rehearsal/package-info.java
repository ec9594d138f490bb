/**
 * What processes do before they serve, so that the first guest does not pay for what every process
 * must do once. Entry type: {@link dev.hira.cli.rehearsal.Rehearsal}.
 */
@NullMarked
package dev.hira.cli.rehearsal;

import org.jspecify.annotations.NullMarked;
