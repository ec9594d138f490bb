/**
 * The objects of a session: names with their types, owners, dependencies and address ranges. Entry
 * type: {@link dev.hira.server.objects.ObjectTable}. No class here is thread-safe; a table belongs
 * to the thread that has the session's turn.
 */
@NullMarked
package dev.hira.server.objects;

import org.jspecify.annotations.NullMarked;
