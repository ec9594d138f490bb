package dev.hira.serving.config;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds settings that no process reads, which are usually misspelled, and unknown sections. */
final class KnownKeys {
    private KnownKeys() {}

    /**
     * @param open paths of settings that are the user's own, or are checked elsewhere
     */
    static void check(String path, ConfigObject given, ConfigObject reference, Set<String> open) {
        for (Map.Entry<String, ConfigValue> entry : given.entrySet()) {
            String inside = path + "." + entry.getKey();
            ConfigValue known = reference.get(entry.getKey());
            ConfigValue value = entry.getValue();
            if (known == null) {
                throw unknown(inside, value, reference.keySet());
            }
            if (open.contains(inside)) {
                continue;
            }
            if (known instanceof ConfigObject section) {
                if (!(value instanceof ConfigObject deeper)) {
                    throw new ConfigException.WrongType(
                            value.origin(), inside, "a section", value.valueType().name());
                }
                check(inside, deeper, section, open);
            } else if (value.valueType() == ConfigValueType.OBJECT) {
                throw new ConfigException.WrongType(value.origin(), inside, "a value", "a section");
            }
        }
    }

    /** Refuses settings outside of the roots, for example {@code hira.router}. */
    static void checkRoots(ConfigObject given, Set<String> roots) {
        for (Map.Entry<String, ConfigValue> top : given.entrySet()) {
            String path = top.getKey();
            boolean leads = roots.stream().anyMatch(root -> root.startsWith(path + "."));
            if (!leads || !(top.getValue() instanceof ConfigObject inside)) {
                throw outside(path, top.getValue(), roots);
            }
            for (Map.Entry<String, ConfigValue> entry : inside.entrySet()) {
                String deeper = path + "." + entry.getKey();
                if (!roots.contains(deeper)) {
                    throw outside(deeper, entry.getValue(), roots);
                }
            }
        }
    }

    private static ConfigException outside(String path, ConfigValue value, Set<String> roots) {
        return new ConfigException.BadValue(
                value.origin(),
                path,
                "the setting is unknown; settings are inside "
                        + String.join(" or ", new TreeSet<>(roots))
                        + ", for example hira.router { listen = [...] }");
    }

    static ConfigException unknown(String path, ConfigValue value, Collection<String> known) {
        return new ConfigException.BadValue(
                value.origin(),
                path,
                "the setting is unknown; known here are "
                        + String.join(", ", known.stream().sorted().toList()));
    }
}
