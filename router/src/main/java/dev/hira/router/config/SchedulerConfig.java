package dev.hira.router.config;

import java.util.Map;

/**
 * A scheduler that was selected.
 *
 * @param parameters what is not its default, as text
 */
public record SchedulerConfig(String name, Map<String, String> parameters) {
    public SchedulerConfig {
        parameters = Map.copyOf(parameters);
    }
}
