/**
 * The log of serving processes: one line for each event, as text or as JSON. Entry type: {@link
 * dev.hira.cli.log.LogEncoder}, which the configuration of logback names.
 */
@NullMarked
package dev.hira.cli.log;

import org.jspecify.annotations.NullMarked;
