package dev.hira.policy.schedule;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A scheduler that operators can select.
 *
 * @param name what it is selected by; its schedulers have the same
 * @param meaning what it does, in a line
 * @param parameters what can be set
 * @param maker makes a new one
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
     * A new scheduler that knows of no flow yet.
     *
     * @param given values of parameters as text; what is missing has its default
     * @throws IllegalArgumentException when a parameter is unknown or a value is not one
     */
    public Scheduler create(Map<String, String> given) {
        return maker.apply(new Arguments(name, parameters, given));
    }
}
