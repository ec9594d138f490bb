/**
 * Sessions from their first frame to the release of their last resource. Entry type: {@link
 * dev.hira.server.session.SessionHost}.
 *
 * <p>Reading order: SessionHost, RouterConnection, SessionOpener, ServerSession,
 * SessionReadControl.
 */
@NullMarked
package dev.hira.server.session;

import org.jspecify.annotations.NullMarked;
