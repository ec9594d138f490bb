/**
 * The calls of one session: decoded in place, made on the driver, answered in batches. Entry type:
 * {@link dev.hira.server.call.FrameRunner}.
 *
 * <p>All classes belong to the thread that has the session's turn, with two exceptions: the {@link
 * dev.hira.server.call.GuestOutbox}, which has a lock, and a {@link
 * dev.hira.server.call.CommandCall} that went away to a server lane thread. Under the outbox's lock
 * only the link and the buffer pool are called.
 *
 * <p>Reading order: FrameRunner, LaneCalls, CommandCall, CallExecutor, PayloadRefs and Outputs,
 * GuestOutbox.
 */
@NullMarked
package dev.hira.server.call;

import org.jspecify.annotations.NullMarked;
