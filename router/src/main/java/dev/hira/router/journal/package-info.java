/**
 * The journal of a session: the recorded commands that recreate its live objects elsewhere.
 *
 * <p>Reading order: CallRecorder takes commands down, RecordedCall and ObjectGraph keep them with
 * what they depend on, Journal is the whole, and Replay the result. SessionNotes tells what the
 * router's next process must know of it.
 *
 * <p>The journal knows no function of any API. The record rules of the catalog say what a command
 * leaves behind, and the server says when an object has died.
 */
@NullMarked
package dev.hira.router.journal;

import org.jspecify.annotations.NullMarked;
