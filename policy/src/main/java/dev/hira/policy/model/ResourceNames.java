package dev.hira.policy.model;

import java.util.Set;

/**
 * The resources that grants may name, so that a misspelled limit is an error instead of a limit
 * without effect.
 *
 * @param instantaneous resources for rates; empty: any
 * @param continuous resources for quotas; empty: any
 */
public record ResourceNames(Set<String> instantaneous, Set<String> continuous) {
    /** Any valid name. */
    public static final ResourceNames ANY = new ResourceNames(Set.of(), Set.of());

    public ResourceNames {
        instantaneous = Set.copyOf(instantaneous);
        continuous = Set.copyOf(continuous);
    }
}
