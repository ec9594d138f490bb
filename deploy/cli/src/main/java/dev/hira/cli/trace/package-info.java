/**
 * Traces of VMs as files. Entry type: {@link dev.hira.cli.trace.TraceCommand}. A {@link
 * dev.hira.cli.trace.Timeline} makes slices of the parts that the router sends; {@link
 * dev.hira.cli.trace.ChromeTrace} writes them.
 */
@NullMarked
package dev.hira.cli.trace;

import org.jspecify.annotations.NullMarked;
