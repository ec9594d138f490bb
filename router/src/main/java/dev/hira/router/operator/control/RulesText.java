package dev.hira.router.operator.control;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The operator's rules as they were loaded.
 *
 * @param source where the text came from, for people
 * @param loaded when; null: there never were any
 * @param version rises with every load
 */
public record RulesText(String text, String source, @Nullable Instant loaded, long version) {
    /** No rules yet. */
    public static final RulesText NONE = new RulesText("", "", null, 0);
}
