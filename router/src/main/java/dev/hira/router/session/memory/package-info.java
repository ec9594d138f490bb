/**
 * The memory that a session shares with its guest and its server: an arena for payloads, and rings
 * for frames. Entry type: {@link dev.hira.router.session.memory.SharedMemory}.
 */
@NullMarked
package dev.hira.router.session.memory;

import org.jspecify.annotations.NullMarked;
