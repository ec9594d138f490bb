package dev.hira.policy.rules;

import java.util.List;
import java.util.Set;

/**
 * The names that rules may use of the APIs that a router serves.
 *
 * @param resources by index
 * @param functions the functions; empty: every name is accepted
 */
public record ApiNames(List<String> resources, Set<String> functions) {
    public ApiNames {
        resources = List.copyOf(resources);
        functions = Set.copyOf(functions);
    }
}
