package dev.hira.policy.schedule;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A scheduler that operators can select.
 *
 * @param name the name to select it by; its schedulers have the same name
 * @param meaning a one-line description
 * @param parameters its settings
 * @param maker creates a scheduler
 */
public record SchedulerKind(
        String name,
        String meaning,
        List<Parameter> parameters,
        Function<Arguments, Scheduler> maker) {
    public SchedulerKind {
        parameters = List.copyOf(parameters);
    }

    /**
     * Creates a scheduler without flows.
     *
     * @param given values of parameters as text; missing ones have their defaults
     * @throws IllegalArgumentException when a parameter is unknown or a value is invalid
     */
    public Scheduler create(Map<String, String> given) {
        return maker.apply(new Arguments(name, parameters, given));
    }
}
