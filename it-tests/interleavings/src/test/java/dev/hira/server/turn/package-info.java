/** How the threads of a session's turn may meet. */
@NullMarked
package dev.hira.server.turn;

import org.jspecify.annotations.NullMarked;
