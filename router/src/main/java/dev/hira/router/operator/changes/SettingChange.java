package dev.hira.router.operator.changes;

import dev.hira.base.CountText;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.GrantText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One changed setting.
 *
 * @param before null: the subject had no such setting
 * @param after null: the subject has no such setting any longer
 */
public record SettingChange(
        Subject subject, String setting, @Nullable String before, @Nullable String after) {
    private static final String SHARE = "share";
    private static final Set<String> OF_RULES = Set.of(StoredPolicy.TEXT, StoredPolicy.SOURCE);

    /** Returns what edits change, by subject and setting. Notes of versions are left out. */
    public static List<SettingChange> of(SubjectMap before, List<Edit> edits) {
        List<SettingChange> all = new ArrayList<>();
        for (Edit edit : edits) {
            if (!edit.subject().equals(Subject.GRANTS)) {
                add(
                        all,
                        edit.subject(),
                        orNone(before.get(edit.subject())),
                        orNone(edit.settings()));
            }
        }
        return all;
    }

    private static void add(
            List<SettingChange> all,
            Subject subject,
            Map<String, String> before,
            Map<String, String> after) {
        boolean rules = subject.equals(Subject.RULES);
        Set<String> settings = new TreeSet<>(before.keySet());
        settings.addAll(after.keySet());
        if (subject.kind() == Subject.Kind.CLASS && (before.isEmpty() || after.isEmpty())) {
            withoutUsual(settings, before.isEmpty() ? after : before);
        }
        if (rules) {
            settings.retainAll(OF_RULES);
        }
        String missing =
                subject.kind() == Subject.Kind.CLASS && !before.isEmpty() && !after.isEmpty()
                        ? StoredGrants.UNLIMITED
                        : null;
        for (String setting : settings) {
            String from = before.getOrDefault(setting, missing);
            String to = after.getOrDefault(setting, missing);
            if (!Objects.equals(from, to)) {
                all.add(
                        rules
                                ? ofRules(subject, setting, from, to)
                                : ofPolicy(subject, setting, from, to));
            }
        }
    }

    private static SettingChange ofRules(
            Subject subject, String setting, @Nullable String from, @Nullable String to) {
        boolean text = setting.equals(StoredPolicy.TEXT);
        return new SettingChange(
                subject,
                setting,
                text ? summary(from) : presentOrNull(from),
                text ? summary(to) : presentOrNull(to));
    }

    /** Shows the mark of all resources as files write it: {@code rates."*" = unlimited}. */
    private static SettingChange ofPolicy(
            Subject subject, String setting, @Nullable String from, @Nullable String to) {
        boolean all =
                subject.kind() == Subject.Kind.VM_GRANT
                        && (StoredGrants.ALL.equals(from) || StoredGrants.ALL.equals(to));
        return all
                ? new SettingChange(
                        subject,
                        setting + ".\"" + StoredGrants.ALL + "\"",
                        from == null ? null : StoredGrants.UNLIMITED,
                        to == null ? null : StoredGrants.UNLIMITED)
                : new SettingChange(subject, setting, from, to);
    }

    /** Leaves the settings of a class by which it differs from a usual one, or else its share. */
    private static void withoutUsual(Set<String> settings, Map<String, String> values) {
        Map<String, String> usual = GrantText.settings(Grant.STANDARD);
        settings.removeIf(setting -> Objects.equals(values.get(setting), usual.get(setting)));
        if (settings.isEmpty()) {
            settings.add(SHARE);
        }
    }

    private static Map<String, String> orNone(@Nullable Map<String, String> settings) {
        return settings == null ? Map.of() : settings;
    }

    private static @Nullable String presentOrNull(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    private static @Nullable String summary(@Nullable String text) {
        return text == null || text.isEmpty()
                ? null
                : CountText.of(text.lines().count(), "line")
                        + ", "
                        + CountText.of(text.length(), "character");
    }
}
