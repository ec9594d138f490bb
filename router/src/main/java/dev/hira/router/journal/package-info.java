/**
 * The journal of a session: the recorded commands that recreate its live objects elsewhere. Start
 * with {@link dev.hira.router.journal.Journal}; {@link dev.hira.router.journal.Replay} is the
 * result.
 *
 * <p>The journal knows no function of any API. The record rules of the catalog say what a command
 * leaves behind, and the server says when an object has died.
 */
@NullMarked
package dev.hira.router.journal;

import org.jspecify.annotations.NullMarked;
