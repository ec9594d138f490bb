/**
 * Sessions, from a guest's arrival until everything they hold is released. Entry types: {@link
 * dev.hira.router.session.RouterSession}, {@link dev.hira.router.session.SessionRegistry}.
 *
 * <p>A session belongs to the thread that delivers its guest's frames, which also serves its
 * server's link (except after a move to a server without rings, ARCHITECTURE.md). Operators and
 * other threads pass tasks to {@link dev.hira.router.session.RouterSession#execute}. The registry
 * has a lock of its own, which is held only for its own bookkeeping.
 *
 * <p>Reading order: OpeningHandler, OpenSessionHandler, RouterSession, PeerLinks, SessionRegistry;
 * then the ways to another server: ServerChange, NewServer, SessionMove, SessionRebuild with
 * RebuildAttempt, SessionCheckpoints, Resumption; then KeptSessionHandler, for sessions of an
 * earlier process. Guests enter through the package {@code handshake}.
 */
@NullMarked
package dev.hira.router.session;

import org.jspecify.annotations.NullMarked;
