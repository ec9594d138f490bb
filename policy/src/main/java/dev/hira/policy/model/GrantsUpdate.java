package dev.hira.policy.model;

import java.util.List;

/** What became of a proposed change. */
public sealed interface GrantsUpdate {
    /**
     * It holds from now on.
     *
     * @param state all grants with the change and a new version
     */
    record Accepted(GrantsState state) implements GrantsUpdate {}

    /**
     * Somebody else changed the grants since the proposer read them: read again and propose again.
     *
     * @param expected the version that the proposal was made for
     * @param current the grants as they are
     */
    record Stale(long expected, GrantsState current) implements GrantsUpdate {}

    /**
     * It makes no sense; nothing has changed.
     *
     * @param violations everything that is wrong with it, at least one
     */
    record Refused(List<Violation> violations) implements GrantsUpdate {
        public Refused {
            violations = List.copyOf(violations);
        }
    }
}
