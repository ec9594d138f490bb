/**
 * Moves of sessions from one server to another: the old server's session comes to rest, and its
 * state travels straight to the new server. Entry type: {@link dev.hira.server.move.MoveOrders},
 * which answers the router's messages; {@link dev.hira.server.move.StateMoves} has what all
 * sessions share.
 *
 * <p>Each step of a move that may wait runs on a thread of the server's pool, as a {@link
 * dev.hira.server.move.MoveStep}; a session has at most one at a time. While state is saved or
 * restored, the session holds the records that arrive, so that no call changes what is moved.
 *
 * <p>Reading order: MoveOrders, Departure, Takeover, MoveSteps, Rest, then StateOutlet and
 * StateInlet, the two ends of the stream between the servers; StateGift is the way to a router that
 * keeps the state.
 *
 * <p>Locks: a {@link dev.hira.server.move.MoveStep} and each end of a stream have a monitor, under
 * which nothing of another class is called but gRPC.
 */
@NullMarked
package dev.hira.server.move;

import org.jspecify.annotations.NullMarked;
