/**
 * The session's turn: the right to work for a session. One thread has it at a time, usually the one
 * that received the frame. Entry type: {@link dev.hira.server.turn.SessionTurn}.
 */
@NullMarked
package dev.hira.server.turn;

import org.jspecify.annotations.NullMarked;
