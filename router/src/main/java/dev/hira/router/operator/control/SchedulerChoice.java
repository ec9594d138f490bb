package dev.hira.router.operator.control;

import java.util.Map;

/**
 * A device's scheduler.
 *
 * @param parameters all parameters, as text
 */
public record SchedulerChoice(String name, Map<String, String> parameters) {
    public SchedulerChoice {
        parameters = Map.copyOf(parameters);
    }
}
