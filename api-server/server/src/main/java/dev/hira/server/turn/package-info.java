/**
 * Who works for a session: one thread at a time, usually the one that received the frame. Entry
 * type: {@link dev.hira.server.turn.SessionTurn}.
 */
@NullMarked
package dev.hira.server.turn;

import org.jspecify.annotations.NullMarked;
