package dev.hira.policy.model;

import java.util.Set;

/**
 * The resources that grants may name, so that a misspelt limit is an error and not one without
 * effect.
 *
 * @param instantaneous those that rates are for; empty: any
 * @param continuous those that quotas are for; empty: any
 */
public record ResourceNames(Set<String> instantaneous, Set<String> continuous) {
    /** Whatever looks like a name. */
    public static final ResourceNames ANY = new ResourceNames(Set.of(), Set.of());

    public ResourceNames {
        instantaneous = Set.copyOf(instantaneous);
        continuous = Set.copyOf(continuous);
    }
}
