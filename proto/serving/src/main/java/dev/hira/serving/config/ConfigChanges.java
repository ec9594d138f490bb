package dev.hira.serving.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValue;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Compares two configurations of a process. */
public final class ConfigChanges {
    private ConfigChanges() {}

    /** Returns the keys under a root, for example {@code hira.router}, whose values differ. */
    public static SortedSet<String> between(String root, Config before, Config now) {
        Map<String, ConfigValue> former = values(root, before);
        Map<String, ConfigValue> present = values(root, now);
        SortedSet<String> changed = new TreeSet<>(former.keySet());
        changed.addAll(present.keySet());
        changed.removeIf(key -> Objects.equals(former.get(key), present.get(key)));
        return changed;
    }

    private static Map<String, ConfigValue> values(String root, Config config) {
        Map<String, ConfigValue> values = new TreeMap<>();
        if (config.hasPath(root)) {
            config.getConfig(root)
                    .entrySet()
                    .forEach(entry -> values.put(entry.getKey(), entry.getValue()));
        }
        return values;
    }
}
