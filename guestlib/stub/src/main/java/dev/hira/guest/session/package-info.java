/**
 * A guest's session: its opening, lanes, batches and answers. Entry type: {@link
 * dev.hira.guest.session.GuestSession}, which implements {@link dev.hira.guest.call.StubSession}
 * for generated stubs. Read next: {@link dev.hira.guest.session.Handshake}, {@link
 * dev.hira.guest.session.GuestLane}, {@link dev.hira.guest.session.CommandOutbox}, {@link
 * dev.hira.guest.session.Inbox}, {@link dev.hira.guest.session.PendingCall}.
 */
@NullMarked
package dev.hira.guest.session;

import org.jspecify.annotations.NullMarked;
