/**
 * Traces of VMs for operators. Entry type: {@link dev.hira.router.operator.trace.VmTrace}, one
 * trace. A {@link dev.hira.router.operator.trace.TracedSession} works on its session's thread and
 * gives full buffers to the trace, which encodes and sends them on the admin service's thread.
 */
@NullMarked
package dev.hira.router.operator.trace;

import org.jspecify.annotations.NullMarked;
