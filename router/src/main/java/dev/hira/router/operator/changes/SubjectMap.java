package dev.hira.router.operator.changes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The settings of all subjects at one moment. Belongs to one thread at a time. */
public final class SubjectMap {
    private final Map<Subject, Map<String, String>> all;

    public SubjectMap() {
        this.all = new HashMap<>();
    }

    SubjectMap(SubjectMap from) {
        this.all = new HashMap<>(from.all);
    }

    /** Returns the settings of a subject; null when it has none. */
    public @Nullable Map<String, String> get(Subject subject) {
        return all.get(subject);
    }

    /** Returns the settings of all subjects of a kind, by name. */
    public Map<String, Map<String, String>> of(Subject.Kind kind) {
        Map<String, Map<String, String>> found = new HashMap<>();
        all.forEach((subject, settings) -> {
            if (subject.kind() == kind) {
                found.put(subject.name(), settings);
            }
        });
        return found;
    }

    Set<Subject> subjects() {
        return new TreeSet<>(all.keySet());
    }

    /** Returns the state after some edits. */
    public SubjectMap with(List<Edit> edits) {
        SubjectMap next = new SubjectMap(this);
        next.apply(edits);
        return next;
    }

    void apply(Edit edit) {
        Map<String, String> settings = edit.settings();
        if (settings == null) {
            all.remove(edit.subject());
        } else {
            all.put(edit.subject(), settings);
        }
    }

    void apply(List<Edit> edits) {
        edits.forEach(this::apply);
    }

    /** Returns the edits that have an effect. */
    List<Edit> effective(List<Edit> edits) {
        return edits.stream().filter(edit -> !same(get(edit.subject()), edit.settings())).toList();
    }

    private static boolean same(
            @Nullable Map<String, String> one, @Nullable Map<String, String> other) {
        return one == null ? other == null : one.equals(other);
    }

    /** Returns the edits that lead from here to another state, for subjects of some kinds. */
    public List<Edit> editsTo(SubjectMap other, Predicate<Subject.Kind> kinds) {
        Set<Subject> subjects = new TreeSet<>(all.keySet());
        subjects.addAll(other.all.keySet());
        List<Edit> edits = new ArrayList<>();
        for (Subject subject : subjects) {
            if (kinds.test(subject.kind())) {
                edits.add(new Edit(subject, other.get(subject)));
            }
        }
        return effective(edits);
    }

    /** Returns all settings as edits, by subject. */
    List<Edit> edits() {
        return new SubjectMap().editsTo(this, _ -> true);
    }
}
