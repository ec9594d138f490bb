package dev.hira.router.operator.changes;

import dev.hira.policy.model.Grant;
import dev.hira.policy.model.GrantBuilder;
import dev.hira.policy.model.GrantText;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.OwnGrant;
import dev.hira.policy.model.Violation;
import dev.hira.router.operator.changes.Subject.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Converts grants to settings of subjects and back. */
public final class StoredGrants {
    static final String CLASS = "class";
    private static final String VERSION = "version";
    static final String UNLIMITED = "unlimited";

    /** The value of a setting that stands for all resources. */
    static final String ALL = "*";

    /**
     * The values that a grant has anyway. They are skipped, because parsing them would take most of
     * the time.
     */
    private static final Map<String, String> USUAL = GrantText.settings(Grant.STANDARD);

    private static final Set<String> MAPS = Set.of("rates", "quotas", "device_quotas");

    private StoredGrants() {}

    /** Returns the edits that lead from one state of the grants to another. */
    public static List<Edit> edits(GrantsState before, GrantsState after) {
        List<Edit> edits = new ArrayList<>();
        add(edits, Kind.CLASS, before.classes(), after.classes(), GrantText::settings);
        add(edits, Kind.VM_GRANT, before.own(), after.own(), StoredGrants::settings);
        add(edits, Kind.VM_CLASS, before.members(), after.members(), name -> Map.of(CLASS, name));
        return edits;
    }

    private static <T> void add(
            List<Edit> edits,
            Kind kind,
            Map<String, T> before,
            Map<String, T> after,
            Function<T, Map<String, String>> settings) {
        after.forEach((name, value) -> {
            if (!value.equals(before.get(name))) {
                edits.add(Edit.of(kind, name, settings.apply(value)));
            }
        });
        before.keySet().stream()
                .filter(name -> !after.containsKey(name))
                .forEach(name -> edits.add(Edit.of(kind, name, null)));
    }

    /** Returns the edit that notes the version of all grants. */
    public static Edit version(long version) {
        return new Edit(Subject.GRANTS, Map.of(VERSION, Long.toString(version)));
    }

    /** Returns the version of all grants; 1 if there is none yet. */
    static long version(SubjectMap from) {
        Map<String, String> noted = from.get(Subject.GRANTS);
        return noted == null ? 1 : Long.parseLong(noted.getOrDefault(VERSION, "1"));
    }

    static Map<String, String> settings(OwnGrant own) {
        Map<String, String> values = GrantText.settings(own.values());
        Map<String, String> settings = new HashMap<>();
        for (String setting : own.settings()) {
            if (MAPS.contains(setting)) {
                settings.put(setting, ALL);
                values.forEach((name, value) -> {
                    if (name.startsWith(setting + ".")) {
                        settings.put(name, value);
                    }
                });
            } else {
                settings.put(setting, values.getOrDefault(setting, UNLIMITED));
            }
        }
        return settings;
    }

    /**
     * Returns the grants of a state.
     *
     * @throws IllegalArgumentException when a setting is unknown or has no valid value
     */
    public static GrantsState read(SubjectMap from) {
        Map<String, Grant> classes = new HashMap<>();
        from.of(Kind.CLASS)
                .forEach((name, settings) ->
                        classes.put(name, grant("class " + name, settings, new HashSet<>())));
        Map<String, String> members = new HashMap<>();
        from.of(Kind.VM_CLASS)
                .forEach((vm, settings) ->
                        members.put(vm, settings.getOrDefault(CLASS, GrantsState.DEFAULT)));
        Map<String, OwnGrant> own = new HashMap<>();
        from.of(Kind.VM_GRANT).forEach((vm, settings) -> own.put(vm, own(vm, settings)));
        return new GrantsState(version(from), classes, members, own);
    }

    private static OwnGrant own(String vm, Map<String, String> settings) {
        Set<String> named = new HashSet<>();
        Grant values = grant("VM " + vm, settings, named);
        return OwnGrant.of(named, values);
    }

    private static Grant grant(String of, Map<String, String> settings, Set<String> named) {
        GrantBuilder grant = Grant.STANDARD.edit();
        new TreeMap<>(settings)
                .forEach((setting, value) -> {
                    named.add(setting);
                    if (!value.equals(ALL) && !value.equals(USUAL.get(setting))) {
                        Optional<Violation> problem = GrantText.set(grant, setting, value);
                        if (problem.isPresent()) {
                            throw new IllegalArgumentException(
                                    of + ": " + setting + ": " + problem.get().message());
                        }
                    }
                });
        return grant.build();
    }

    /** Returns the classes that VMs of a state are in but that do not exist there. */
    static Set<String> missingClasses(SubjectMap state) {
        Set<String> missing = new TreeSet<>();
        state.of(Kind.VM_CLASS)
                .forEach((_, settings) -> missing.add(settings.getOrDefault(CLASS, "")));
        missing.removeAll(state.of(Kind.CLASS).keySet());
        return missing;
    }
}
