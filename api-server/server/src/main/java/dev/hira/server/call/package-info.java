/**
 * The calls of one session: decoded in place, made on the driver, answered in batches. Entry type:
 * {@link dev.hira.server.call.FrameRunner}.
 *
 * <p>All of it belongs to the thread that has the session's turn, except what says otherwise: the
 * {@link dev.hira.server.call.ReplyOutbox}, which has a lock, and a {@link
 * dev.hira.server.call.CommandCall} that went away to its lane's thread. The outbox' lock is the
 * only one and nothing is called under it but the link.
 */
@NullMarked
package dev.hira.server.call;

import org.jspecify.annotations.NullMarked;
