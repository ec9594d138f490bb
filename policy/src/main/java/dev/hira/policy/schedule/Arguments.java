package dev.hira.policy.schedule;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The values of a scheduler's parameters: the given ones and defaults for the others. */
public final class Arguments {
    private final Map<String, Long> values = new HashMap<>();

    /**
     * Reads and checks the given values.
     *
     * @throws IllegalArgumentException when a parameter is unknown or a value is invalid
     */
    Arguments(String scheduler, List<Parameter> parameters, Map<String, String> given) {
        for (Parameter parameter : parameters) {
            String text = given.getOrDefault(parameter.name(), parameter.fallback());
            values.put(parameter.name(), parameter.parse(scheduler, text));
        }
        given.keySet().stream()
                .filter(name -> !values.containsKey(name))
                .sorted()
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException(
                            "the scheduler '%s' has no parameter '%s'; it has %s"
                                    .formatted(scheduler, name, list(parameters)));
                });
    }

    /** Returns a value; durations in nanoseconds, {@link Long#MAX_VALUE} for none. */
    public long get(String parameter) {
        Long value = values.get(parameter);
        if (value == null) {
            throw new IllegalStateException(
                    "the parameter '" + parameter + "' is read but not declared");
        }
        return value;
    }

    private static String list(List<Parameter> parameters) {
        return parameters.isEmpty()
                ? "none"
                : parameters.stream()
                        .map(p -> "%s (%s; %s)".formatted(p.name(), p.meaning(), p.fallback()))
                        .collect(Collectors.joining(", "));
    }
}
