package dev.hira.policy.model;

import java.util.List;

/** The result of a proposed change. */
public sealed interface GrantsUpdate {
    /**
     * The change is in force.
     *
     * @param state all grants with the change and a new version
     */
    record Accepted(GrantsState state) implements GrantsUpdate {}

    /**
     * The grants changed since the proposer read them: read again and propose again.
     *
     * @param expected the version that the proposal was made from
     * @param current the current grants
     */
    record Stale(long expected, GrantsState current) implements GrantsUpdate {}

    /**
     * The proposal is invalid; nothing has changed.
     *
     * @param violations all violations, at least one
     */
    record Refused(List<Violation> violations) implements GrantsUpdate {
        public Refused {
            violations = List.copyOf(violations);
        }
    }
}
