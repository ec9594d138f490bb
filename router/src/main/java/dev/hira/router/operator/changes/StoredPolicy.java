package dev.hira.router.operator.changes;

import dev.hira.policy.model.GrantsState;
import dev.hira.router.operator.changes.Subject.Kind;
import dev.hira.router.operator.control.RulesText;
import dev.hira.router.operator.control.SchedulerChoice;
import dev.hira.router.operator.vms.VmStanding;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts everything besides grants to settings of subjects and back. */
public final class StoredPolicy {
    private static final String NAME = "name";
    static final String TEXT = "text";
    static final String SOURCE = "source";
    private static final String LOADED = "loaded";
    private static final String VERSION = "version";
    private static final String STATE = "state";
    private static final String PAUSED = "paused";
    private static final String EVICTED = "evicted";
    private static final String REASON = "reason";

    private StoredPolicy() {}

    /**
     * Returns a policy as settings of subjects, without rules.
     *
     * @param schedulers of single devices
     */
    public static SubjectMap state(GrantsState grants, Map<String, SchedulerChoice> schedulers) {
        SubjectMap state = new SubjectMap();
        GrantsState none = new GrantsState(0, Map.of(), Map.of(), Map.of());
        state.apply(StoredGrants.edits(none, grants));
        schedulers.forEach((device, choice) -> state.apply(scheduler(device, choice)));
        return state;
    }

    /** Returns the edit that gives a device a scheduler. */
    public static Edit scheduler(String device, SchedulerChoice choice) {
        Map<String, String> settings = new HashMap<>(choice.parameters());
        settings.put(NAME, choice.name());
        return Edit.of(Kind.SCHEDULER, device, settings);
    }

    /** Returns the scheduler that such an edit gave. */
    public static SchedulerChoice scheduler(Map<String, String> settings) {
        Map<String, String> parameters = new HashMap<>(settings);
        String name = parameters.remove(NAME);
        return new SchedulerChoice(name == null ? "" : name, parameters);
    }

    /** Returns the edit that loads rules. */
    public static Edit rules(RulesText rules) {
        Map<String, String> settings = new HashMap<>();
        settings.put(TEXT, rules.text());
        settings.put(SOURCE, rules.source());
        settings.put(VERSION, Long.toString(rules.version()));
        Instant loaded = rules.loaded();
        if (loaded != null) {
            settings.put(LOADED, loaded.toString());
        }
        return new Edit(Subject.RULES, settings);
    }

    /** Returns the rules of a state. */
    public static RulesText rules(SubjectMap from) {
        Map<String, String> settings = from.get(Subject.RULES);
        if (settings == null) {
            return RulesText.NONE;
        }
        String loaded = settings.get(LOADED);
        return new RulesText(
                settings.getOrDefault(TEXT, ""),
                settings.getOrDefault(SOURCE, ""),
                loaded == null ? null : Instant.parse(loaded),
                Long.parseLong(settings.getOrDefault(VERSION, "0")));
    }

    /** Returns the edit that changes the standing of a VM. */
    public static Edit standing(String vm, VmStanding standing) {
        return Edit.of(Kind.STANDING, vm, settings(standing));
    }

    private static @Nullable Map<String, String> settings(VmStanding standing) {
        return switch (standing) {
            case VmStanding.Running _ -> null;
            case VmStanding.Paused _ -> Map.of(STATE, PAUSED);
            case VmStanding.Evicted evicted -> Map.of(STATE, EVICTED, REASON, evicted.reason());
        };
    }

    static VmStanding standing(Map<String, String> settings) {
        return EVICTED.equals(settings.get(STATE))
                ? new VmStanding.Evicted(settings.getOrDefault(REASON, ""))
                : VmStanding.PAUSED;
    }

    /** Returns the edit that begins or ends the drain of a server. */
    public static Edit drain(String server, boolean on) {
        return Edit.of(Kind.DRAIN, server, on ? Map.of("drained", "yes") : null);
    }
}
