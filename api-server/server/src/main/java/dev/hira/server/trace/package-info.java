/**
 * Traces of the work that devices execute for a session. Entry type: {@link
 * dev.hira.server.trace.SessionTracer}. The devices' threads write into a {@link
 * dev.hira.server.trace.WorkTraceBuffer}; a worker encodes its entries and sends them.
 */
@NullMarked
package dev.hira.server.trace;

import org.jspecify.annotations.NullMarked;
