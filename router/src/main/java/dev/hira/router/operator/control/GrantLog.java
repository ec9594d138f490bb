package dev.hira.router.operator.control;

import com.google.common.collect.Sets;
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
import org.slf4j.event.Level;

/**
 * Logs the changes of grants and publishes each as an event. Of more than {@value #MOST_LINES} at
 * once, the log has one line with counts; the lines of single ones are at the level DEBUG.
 */
public final class GrantLog {
    private static final Logger LOG = LoggerFactory.getLogger(GrantLog.class);

    /** The changes made at once that have a line each. */
    public static final int MOST_LINES = 20;

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
        Set<String> classes = differing(before.classes(), after.classes());
        Set<String> own = differing(before.own(), after.own());
        Set<String> members = differing(before.members(), after.members());
        boolean many = classes.size() + own.size() + members.size() > MOST_LINES;
        if (many) {
            LOG.atInfo()
                    .addKeyValue("version", after.version())
                    .addKeyValue("classes", classes.size())
                    .addKeyValue("vms", Sets.union(own, members).size())
                    .log(Author.signed("many grants changed"));
        }
        if (!many || LOG.isDebugEnabled() || events.wants(EventKind.GRANT_CHANGED)) {
            Level level = many ? Level.DEBUG : Level.INFO;
            classes.forEach(name -> tellClass(change, name, level));
            own.forEach(vm -> tellOwn(change, vm, level));
            members.forEach(vm -> tellMember(change, vm, level));
        }
    }

    private void tellMember(GrantsChange change, String vm, Level level) {
        String from = change.before().classOf(vm);
        String to = change.after().classOf(vm);
        if (!from.equals(to)) {
            String detail = "VM " + vm + ": class " + from + " → " + to;
            tell(change, VM, vm, "class", detail, level);
        }
    }

    private void tellClass(GrantsChange change, String name, Level level) {
        Map<String, Grant> classes = change.before().classes();
        Grant before = classes.get(name);
        Grant after = change.after().classes().get(name);
        String what = "class " + name;
        if (after == null) {
            tell(change, CLASS, name, "cleared", what + ": class deleted", level);
        } else if (!after.equals(before)) {
            Grant base = before == null ? classes.get(GrantsState.DEFAULT) : before;
            String detail = what + ": " + differences(base, after);
            tell(change, CLASS, name, word(before), detail, level);
        }
    }

    private void tellOwn(GrantsChange change, String vm, Level level) {
        OwnGrant before = change.before().own().get(vm);
        OwnGrant after = change.after().own().get(vm);
        String what = "VM " + vm;
        if (after == null) {
            tell(change, VM, vm, "cleared", what + ": own grant removed", level);
        } else if (!after.equals(before)) {
            String detail = differences(change.before().of(vm), change.after().of(vm));
            tell(change, VM, vm, word(before), what + ": " + detail, level);
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
    private void tell(
            GrantsChange change,
            String of,
            String name,
            String reason,
            String detail,
            Level level) {
        LOG.atLevel(level)
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

    /** Returns the sorted keys with different values. */
    private static <T> Set<String> differing(Map<String, T> a, Map<String, T> b) {
        Set<String> keys = new TreeSet<>();
        a.forEach((key, value) -> {
            if (!value.equals(b.get(key))) {
                keys.add(key);
            }
        });
        b.keySet().stream().filter(key -> !a.containsKey(key)).forEach(keys::add);
        return keys;
    }
}
