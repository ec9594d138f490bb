/**
 * The router: guests connect to it, and it judges their commands and passes them on to API servers.
 * Entry type: {@link dev.hira.router.Router}.
 *
 * <p>Threads: event loops run the sessions, or pollers for sessions over rings. ARCHITECTURE.md
 * lists all threads. The owner's thread starts and stops the router.
 */
@NullMarked
package dev.hira.router;

import org.jspecify.annotations.NullMarked;
