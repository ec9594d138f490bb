package dev.hira.router.operator.admin;

import dev.hira.policy.model.Grants;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.GrantsUpdate;
import dev.hira.policy.model.Violation;
import dev.hira.router.operator.access.Author;
import dev.hira.router.operator.admin.message.AdminErrors;
import dev.hira.router.operator.changes.Changes;
import dev.hira.router.operator.changes.Edit;
import dev.hira.router.operator.changes.StoredGrants;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Applies requested changes to the book of grants. */
final class GrantsDesk {
    private final Grants grants;
    private final Changes changes;

    GrantsDesk(Grants grants, Changes changes) {
        this.grants = grants;
        this.changes = changes;
    }

    GrantsState state() {
        return grants.state();
    }

    /**
     * Applies a change, unless it changes nothing.
     *
     * @param version the version that was read; 0: any
     * @param about translates the fields of violations from the book's terms to the request's
     * @throws io.grpc.StatusRuntimeException when the change is not possible
     */
    GrantsState change(long version, Renaming about, UnaryOperator<GrantsState> edit) {
        while (true) {
            GrantsState before = grants.state();
            if (version != 0 && version != before.version()) {
                throw AdminErrors.stale(version, before.version());
            }
            GrantsState proposed = edit.apply(before);
            if (proposed.equals(before)) {
                return before;
            }
            List<Violation> violations = grants.check(proposed);
            if (!violations.isEmpty()) {
                throw AdminErrors.invalid(about.of(violations));
            }
            keep(before, proposed);
            switch (grants.propose(proposed)) {
                case GrantsUpdate.Accepted accepted -> {
                    return accepted.state();
                }
                case GrantsUpdate.Stale _ -> {} // another change came first: try again
                case GrantsUpdate.Refused refused ->
                        throw AdminErrors.invalid(about.of(refused.violations()));
            }
        }
    }

    private void keep(GrantsState before, GrantsState proposed) {
        List<Edit> edits = new ArrayList<>(StoredGrants.edits(before, proposed));
        edits.add(StoredGrants.version(before.version() + 1));
        changes.keep(Author.current(), edits);
    }

    /**
     * The names that a request uses for a part of the book.
     *
     * @param path the path in the book, for example {@code own[blue]}
     * @param part the same part in the request, for example {@code grant}
     * @param name the request's field that holds the part's own name
     */
    record Renaming(String path, String part, String name) {
        List<Violation> of(List<Violation> violations) {
            return violations.stream().map(this::of).toList();
        }

        private Violation of(Violation violation) {
            String field = violation.field();
            if (field.equals(path)) {
                return new Violation(name, violation.message());
            }
            return field.startsWith(path + ".")
                    ? new Violation(part + field.substring(path.length()), violation.message())
                    : violation;
        }
    }
}
