/**
 * What a session does at the router while it is traced. Entry type: {@link
 * dev.hira.router.trace.CallTrace}, which the session's paths write to, on the session's thread,
 * without locks and without allocation. Full buffers go to a {@link
 * dev.hira.router.trace.TraceSink}, which encodes them elsewhere and gives them back.
 */
@NullMarked
package dev.hira.router.trace;

import org.jspecify.annotations.NullMarked;
