package dev.hira.router.operator.control;

import dev.hira.policy.model.Grant;
import dev.hira.policy.model.GrantText;
import dev.hira.policy.model.Grants;
import dev.hira.policy.model.GrantsChange;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.OwnGrant;
import dev.hira.router.operator.access.Author;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.operator.events.EventKind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs every change of grants and publishes it as an event. */
public final class GrantLog {
    private static final Logger LOG = LoggerFactory.getLogger(GrantLog.class);

    private static final String VM = "vm";
    private static final String CLASS = "class";

    private final EventHub events;

    private GrantLog(EventHub events) {
        this.events = events;
    }

    /** Starts logging; the result stops it. */
    public static Runnable of(Grants grants, EventHub events) {
        return grants.watch(new GrantLog(events)::changed);
    }

    private void changed(GrantsChange change) {
        GrantsState before = change.before();
        GrantsState after = change.after();
        for (String name : keys(before.classes(), after.classes())) {
            tellClass(change, name);
        }
        for (String vm : keys(before.own(), after.own())) {
            tellOwn(change, vm);
        }
        for (String vm : keys(before.members(), after.members())) {
            String from = before.classOf(vm);
            String to = after.classOf(vm);
            if (!from.equals(to)) {
                tell(change, VM, vm, "class", "VM " + vm + ": class " + from + " → " + to);
            }
        }
    }

    private void tellClass(GrantsChange change, String name) {
        Map<String, Grant> classes = change.before().classes();
        Grant before = classes.get(name);
        Grant after = change.after().classes().get(name);
        String what = "class " + name;
        if (after == null) {
            tell(change, CLASS, name, "cleared", what + ": class deleted");
        } else if (!after.equals(before)) {
            Grant base = before == null ? classes.get(GrantsState.DEFAULT) : before;
            tell(change, CLASS, name, word(before), what + ": " + differences(base, after));
        }
    }

    private void tellOwn(GrantsChange change, String vm) {
        OwnGrant before = change.before().own().get(vm);
        OwnGrant after = change.after().own().get(vm);
        String what = "VM " + vm;
        if (after == null) {
            tell(change, VM, vm, "cleared", what + ": own grant removed");
        } else if (!after.equals(before)) {
            String detail = differences(change.before().of(vm), change.after().of(vm));
            tell(change, VM, vm, word(before), what + ": " + detail);
        }
    }

    private static String word(@Nullable Object before) {
        return before == null ? "set" : "changed";
    }

    /**
     * Logs and publishes one change.
     *
     * @param of {@link #VM} or {@link #CLASS}
     */
    private void tell(GrantsChange change, String of, String name, String reason, String detail) {
        LOG.atInfo()
                .addKeyValue("version", change.after().version())
                .addKeyValue(of, name)
                .log("grant {}: {}", reason, Author.signed(detail));
        String vm = of.equals(VM) ? name : "";
        events.publish(
                events.now(EventKind.GRANT_CHANGED, vm).because(reason, Author.signed(detail)));
    }

    /** Lists the settings that differ; missing ones are unlimited. */
    private static String differences(@Nullable Grant before, Grant after) {
        Map<String, String> from = GrantText.settings(before == null ? Grant.STANDARD : before);
        Map<String, String> to = GrantText.settings(after);
        Set<String> settings = new LinkedHashSet<>(from.keySet());
        settings.addAll(to.keySet());
        List<String> parts = new ArrayList<>();
        for (String setting : settings) {
            String old = from.getOrDefault(setting, "unlimited");
            String now = to.getOrDefault(setting, "unlimited");
            if (!old.equals(now)) {
                parts.add(setting + " " + old + " → " + now);
            }
        }
        return parts.isEmpty() ? "no setting differs" : String.join(", ", parts);
    }

    private static Set<String> keys(Map<String, ?> a, Map<String, ?> b) {
        Set<String> all = new TreeSet<>(a.keySet());
        all.addAll(b.keySet());
        return all;
    }
}
