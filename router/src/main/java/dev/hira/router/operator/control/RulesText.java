package dev.hira.router.operator.control;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The operator's rules as loaded.
 *
 * @param source the origin of the text, for people
 * @param loaded the time of the load; null: never
 * @param version rises with every load
 */
public record RulesText(String text, String source, @Nullable Instant loaded, long version) {
    /** No rules yet. */
    public static final RulesText NONE = new RulesText("", "", null, 0);
}
