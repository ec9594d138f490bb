package dev.hira.router.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.GrantBuilder;
import dev.hira.policy.model.GrantText;
import dev.hira.policy.model.Grants;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.OwnGrant;
import dev.hira.policy.model.ResourceNames;
import dev.hira.policy.model.Violation;
import dev.hira.serving.config.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads {@link PolicyConfig}; every error names the setting. */
final class PolicyReader {
    private static final String ROOT = RouterConfigReader.ROOT + ".policy";
    private static final String CLASS = "class";
    private static final Duration LEAST_SLICE = Duration.ofNanos(1_000);
    private static final Duration MOST_SLICE = Duration.ofSeconds(60);

    /** The sections with keys that the operator chooses or that this class checks itself. */
    static final Set<String> OPEN =
            Set.of(
                    ROOT + ".default",
                    ROOT + ".classes",
                    ROOT + ".vms",
                    ROOT + ".scheduler.default",
                    ROOT + ".scheduler.devices");

    private static final Grants INITIAL = new Grants();

    private final Config at;

    PolicyReader(Config at) {
        this.at = at;
    }

    PolicyConfig read() {
        String rules = at.getString(ROOT + ".rules");
        Map<String, SchedulerConfig> devices = new LinkedHashMap<>();
        at.getObject(ROOT + ".scheduler.devices")
                .forEach((device, value) -> devices.put(device, scheduler(device, value)));
        return new PolicyConfig(
                grants(),
                scheduler("default", at.getValue(ROOT + ".scheduler.default")),
                devices,
                slice(),
                rules.isEmpty() ? Optional.empty() : Optional.of(Path.of(rules)));
    }

    private long slice() {
        Duration slice = at.getDuration(ROOT + ".slice");
        if (slice.compareTo(LEAST_SLICE) < 0 || slice.compareTo(MOST_SLICE) > 0) {
            throw bad(
                    at.getValue(ROOT + ".slice"),
                    ROOT + ".slice",
                    "must be 1 us to 60 s, not " + Settings.typed(at.getValue(ROOT + ".slice")));
        }
        return slice.toNanos();
    }

    private GrantsState grants() {
        String path = ROOT + ".default";
        return withVms(classes(grant(Grant.STANDARD, path, at.getObject(path))));
    }

    /** Returns the classes alone. Each is read and checked beside the class default alone. */
    private GrantsState classes(Grant standard) {
        Map<String, Grant> classes = new HashMap<>();
        classes.put(GrantsState.DEFAULT, standard);
        at.getObject(ROOT + ".classes")
                .forEach((name, value) -> classes.put(name, classGrant(standard, name, value)));
        return new GrantsState(1, classes, Map.of(), Map.of());
    }

    /**
     * Adds the VMs. Each is read and checked beside the classes alone, so that many take no longer
     * each.
     */
    private GrantsState withVms(GrantsState classes) {
        Grants book = new Grants(classes, ResourceNames.ANY);
        Map<String, String> members = new HashMap<>();
        Map<String, OwnGrant> own = new HashMap<>();
        for (Map.Entry<String, ConfigValue> entry : at.getObject(ROOT + ".vms").entrySet()) {
            GrantsState alone = withVm(book, entry.getKey(), entry.getValue());
            members.putAll(alone.members());
            own.putAll(alone.own());
        }
        return new GrantsState(classes.version(), classes.classes(), members, own);
    }

    private static Grant classGrant(Grant standard, String name, ConfigValue value) {
        String path = path("classes", name);
        if (name.equals(GrantsState.DEFAULT)) {
            throw bad(value, path, "set the class 'default' by policy.default");
        }
        Grant grant = grant(standard, path, object(value, path));
        checked(INITIAL, INITIAL.state().withClass(name, grant), value, path);
        return grant;
    }

    /**
     * @param book has the classes
     */
    private static GrantsState withVm(Grants book, String vm, ConfigValue value) {
        GrantsState state = book.state();
        String path = path("vms", vm);
        if (value.valueType() == ConfigValueType.STRING) {
            GrantsState member = state.withMember(vm, member((String) value.unwrapped()));
            return checked(book, member, value, path);
        }
        ConfigObject settings = object(value, path);
        ConfigValue named = settings.get(CLASS);
        GrantsState member = state;
        if (named != null) {
            member = state.withMember(vm, member(named.unwrapped().toString()));
            checked(book, member, named, path + "." + CLASS);
        }
        if (settings.keySet().equals(Set.of(CLASS))) {
            return member;
        }
        GrantBuilder grant = Grant.STANDARD.edit();
        Set<String> own = new HashSet<>();
        set(grant, path, "", settings.withoutKey(CLASS), name -> own.add(name.replace(".*", "")));
        return checked(book, member.withOwn(vm, new OwnGrant(own, grant.build())), value, path);
    }

    private static @Nullable String member(String name) {
        return name.equals(GrantsState.DEFAULT) ? null : name;
    }

    private static Grant grant(Grant base, String path, ConfigObject settings) {
        GrantBuilder grant = base.edit();
        set(grant, path, "", settings, _ -> {});
        Grant built = grant.build();
        checked(INITIAL, GrantsState.initial(built), settings, path);
        return built;
    }

    private static void set(
            GrantBuilder grant,
            String path,
            String prefix,
            ConfigObject settings,
            Consumer<String> named) {
        for (Map.Entry<String, ConfigValue> entry : settings.entrySet()) {
            String setting = prefix + entry.getKey();
            if (entry.getValue() instanceof ConfigObject deeper) {
                set(grant, path, setting + ".", deeper, named);
                continue;
            }
            Optional<Violation> problem =
                    GrantText.set(grant, setting, Settings.typed(entry.getValue()));
            if (problem.isPresent()) {
                throw bad(entry.getValue(), path + "." + setting, problem.get().message());
            }
            named.accept(setting);
        }
    }

    /** Checks everything that does not depend on the resources of APIs. */
    private static GrantsState checked(
            Grants book, GrantsState state, ConfigValue value, String path) {
        for (Violation violation : book.check(state)) {
            throw bad(value, path, violation.field() + ": " + violation.message());
        }
        return state;
    }

    private static SchedulerConfig scheduler(String device, ConfigValue value) {
        String path = ROOT + ".scheduler." + (device.equals("default") ? "" : "devices.") + device;
        if (value.valueType() == ConfigValueType.STRING) {
            return new SchedulerConfig((String) value.unwrapped(), Map.of());
        }
        ConfigObject object = object(value, path);
        ConfigValue name = object.get("name");
        if (name == null) {
            throw bad(value, path, "a scheduler is a name, or { name = …, <parameter> = … }");
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        object.forEach((key, given) -> parameters.put(key, Settings.typed(given)));
        parameters.remove("name");
        return new SchedulerConfig(name.unwrapped().toString(), parameters);
    }

    private static ConfigObject object(ConfigValue value, String path) {
        if (value instanceof ConfigObject object) {
            return object;
        }
        throw bad(value, path, "must be settings in braces, not " + value.unwrapped());
    }

    private static String path(String key, String name) {
        return ROOT + "." + ConfigUtil.joinPath(key, name);
    }

    private static ConfigException bad(ConfigValue value, String path, String problem) {
        return new ConfigException.BadValue(value.origin(), path, problem);
    }
}
