package dev.hira.router.operator.changes;

import java.time.Instant;
import java.util.List;

/**
 * Edits that an author made at once.
 *
 * @param number rises by one with each change
 * @param author for people
 */
public record Change(long number, Instant time, String author, List<Edit> edits) {
    public Change {
        edits = List.copyOf(edits);
    }
}
