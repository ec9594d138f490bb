package dev.hira.router.config;

import java.util.Map;

/**
 * A selected scheduler.
 *
 * @param parameters the parameters that differ from their defaults, as text
 */
public record SchedulerConfig(String name, Map<String, String> parameters) {
    public SchedulerConfig {
        parameters = Map.copyOf(parameters);
    }
}
