package dev.hira.policy.rules;

import java.util.List;
import java.util.Set;

/**
 * What rules may name of the APIs that a router serves.
 *
 * @param resources by index
 * @param functions empty: any name is taken for a function's
 */
public record ApiNames(List<String> resources, Set<String> functions) {
    public ApiNames {
        resources = List.copyOf(resources);
        functions = Set.copyOf(functions);
    }
}
