package dev.hira.server.config;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.Collection;
import java.util.Map;

/** Finds settings that nobody reads, which are usually misspelt, and sections that are none. */
final class KnownKeys {
    private KnownKeys() {}

    static void check(String path, ConfigObject given, ConfigObject reference) {
        for (Map.Entry<String, ConfigValue> entry : given.entrySet()) {
            String inside = path + "." + entry.getKey();
            ConfigValue known = reference.get(entry.getKey());
            ConfigValue value = entry.getValue();
            if (known == null) {
                throw unknown(inside, value, reference.keySet());
            }
            if (known instanceof ConfigObject section) {
                if (!(value instanceof ConfigObject deeper)) {
                    throw new ConfigException.WrongType(
                            value.origin(), inside, "a section", value.valueType().name());
                }
                check(inside, deeper, section);
            } else if (value.valueType() == ConfigValueType.OBJECT) {
                throw new ConfigException.WrongType(value.origin(), inside, "a value", "a section");
            }
        }
    }

    static ConfigException unknown(String path, ConfigValue value, Collection<String> known) {
        return new ConfigException.BadValue(
                value.origin(),
                path,
                "there is no such setting; here there are "
                        + String.join(", ", known.stream().sorted().toList()));
    }
}
