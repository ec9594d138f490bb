/**
 * The router: guests connect to it, it judges their commands and passes them on to API servers.
 * Entry type: {@link dev.hira.router.Router}.
 *
 * <p>Threads: the event loops do everything that sessions do; pollers do it for sessions over
 * rings; one thread waits for deadlines. What starts and stops the router belongs to its owner's
 * thread.
 */
@NullMarked
package dev.hira.router;

import org.jspecify.annotations.NullMarked;
