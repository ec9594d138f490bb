package dev.hira.router.operator.admin;

import dev.hira.policy.model.Grants;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.GrantsUpdate;
import dev.hira.policy.model.Violation;
import java.util.List;
import java.util.function.UnaryOperator;

/** Changes the book of grants as requests ask for it. */
final class GrantsDesk {
    private final Grants grants;

    GrantsDesk(Grants grants) {
        this.grants = grants;
    }

    GrantsState state() {
        return grants.state();
    }

    /**
     * Makes a change, unless it is none.
     *
     * @param version the version that was read; 0: whichever
     * @param about where violations are about the request's own part of the book, as paths there
     *     begin, and as the request calls it
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
            switch (grants.propose(proposed)) {
                case GrantsUpdate.Accepted accepted -> {
                    return accepted.state();
                }
                case GrantsUpdate.Stale _ -> {} // somebody was faster: look again
                case GrantsUpdate.Refused refused ->
                        throw AdminErrors.invalid(about.of(refused.violations()));
            }
        }
    }

    /**
     * How the request calls a part of the book.
     *
     * @param path as in the book, for example {@code own[blue]}
     * @param part that part in the request, for example {@code grant}
     * @param name the request's field that is the part's own name
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
