/**
 * Which objects a session has: names with their types, owners, dependencies and address ranges.
 * Entry type: {@link dev.hira.server.objects.ObjectTable}. Nothing here is thread-safe; a table
 * belongs to whoever has the session's turn.
 */
@NullMarked
package dev.hira.server.objects;

import org.jspecify.annotations.NullMarked;
