package dev.hira.router.operator.changes;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * New settings of a subject.
 *
 * @param settings null: the subject has none of its own any longer
 */
public record Edit(Subject subject, @Nullable Map<String, String> settings) {
    public Edit {
        settings = settings == null ? null : Map.copyOf(settings);
    }

    static Edit of(Subject.Kind kind, String name, @Nullable Map<String, String> settings) {
        return new Edit(new Subject(kind, name), settings);
    }
}
