package dev.hira.router.config;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import java.util.Map;
import java.util.Set;

/** Finds settings that nobody reads, which are usually misspelt. */
final class KnownKeys {
    private KnownKeys() {}

    /**
     * @param open paths whose keys are the user's own
     */
    static void check(String path, ConfigObject given, ConfigObject reference, Set<String> open) {
        if (open.contains(path)) {
            return;
        }
        for (Map.Entry<String, ConfigValue> entry : given.entrySet()) {
            String inside = path + "." + entry.getKey();
            ConfigValue known = reference.get(entry.getKey());
            if (known == null) {
                throw unknown(inside, entry.getValue(), reference.keySet());
            }
            if (entry.getValue() instanceof ConfigObject deeper
                    && known instanceof ConfigObject knownDeeper) {
                check(inside, deeper, knownDeeper, open);
            }
        }
    }

    static ConfigException unknown(String path, ConfigValue value, Set<String> known) {
        return new ConfigException.BadValue(
                value.origin(),
                path,
                "there is no such setting; known here: "
                        + String.join(", ", known.stream().sorted().toList()));
    }
}
