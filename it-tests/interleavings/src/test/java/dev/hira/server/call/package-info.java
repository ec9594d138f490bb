/** How the threads that answer a session's calls may meet. */
@NullMarked
package dev.hira.server.call;

import org.jspecify.annotations.NullMarked;
