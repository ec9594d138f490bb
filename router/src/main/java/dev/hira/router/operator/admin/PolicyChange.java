package dev.hira.router.operator.admin;

import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.GrantsUpdate;
import dev.hira.policy.model.Violation;
import dev.hira.router.operator.access.Author;
import dev.hira.router.operator.admin.message.AdminErrors;
import dev.hira.router.operator.changes.Changes;
import dev.hira.router.operator.changes.Edit;
import dev.hira.router.operator.changes.StoredGrants;
import dev.hira.router.operator.changes.StoredPolicy;
import dev.hira.router.operator.changes.Subject.Kind;
import dev.hira.router.operator.changes.SubjectMap;
import dev.hira.router.operator.control.PolicyControl;
import dev.hira.router.operator.control.RulesLoad;
import dev.hira.router.operator.control.RulesText;
import dev.hira.router.operator.control.SchedulerChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Puts another policy in force: checks all of it, keeps it as one change, then applies it. */
final class PolicyChange {
    private final PolicyControl control;
    private final Changes changes;
    private final SchedulerAdmin schedulers;
    private final RulesAdmin rules;

    PolicyChange(
            PolicyControl control, Changes changes, SchedulerAdmin schedulers, RulesAdmin rules) {
        this.control = control;
        this.changes = changes;
        this.schedulers = schedulers;
        this.rules = rules;
    }

    /** Returns the same with another keeper of changes. */
    PolicyChange keptBy(Changes other) {
        return new PolicyChange(control, other, schedulers, rules);
    }

    /**
     * @param now the present state
     * @param edits lead to the other policy
     * @throws io.grpc.StatusRuntimeException when it cannot be in force now
     */
    void run(SubjectMap now, List<Edit> edits, boolean checkOnly) {
        List<Edit> kept = new ArrayList<>(edits);
        kept.removeIf(edit -> edit.subject().kind() == Kind.RULES);
        boolean otherRules = kept.size() < edits.size();
        SubjectMap next = now.with(edits);
        GrantsState grants = grants(next);
        kept.add(StoredGrants.version(grants.version() + 1));
        kept.forEach(this::checkScheduler);
        RulesText text = StoredPolicy.rules(next);
        RulesLoad checked = control.loadRules(text.text(), text.source(), true, _ -> {});
        if (checked instanceof RulesLoad.Rejected rejected) {
            throw RulesAdmin.refusal(rejected, text.source());
        }
        if (checkOnly) {
            return;
        }
        if (otherRules) {
            keepAndLoad(text, kept);
        } else {
            changes.keep(Author.current(), kept);
        }
        apply(grants, kept);
    }

    private GrantsState grants(SubjectMap next) {
        GrantsState then = StoredGrants.read(next);
        GrantsState grants =
                new GrantsState(
                        control.grants().state().version(),
                        then.classes(),
                        then.members(),
                        then.own());
        List<Violation> violations = control.grants().check(grants);
        if (!violations.isEmpty()) {
            throw AdminErrors.invalid(violations.stream().map(PolicyChange::declared).toList());
        }
        return grants;
    }

    /** Returns a violation with the names that files have for parts of the book. */
    private static Violation declared(Violation violation) {
        return new Violation(
                violation
                        .field()
                        .replaceFirst("^own\\[(.*?)]", "vms.$1")
                        .replaceFirst("^members\\[(.*?)]", "vms.$1.class")
                        .replaceFirst("^classes\\[(.*?)]", "classes.$1"),
                violation.message());
    }

    private void checkScheduler(Edit edit) {
        if (edit.subject().kind() == Kind.SCHEDULER) {
            SchedulerChoice choice = choice(edit);
            try {
                control.schedulers().create(choice.name(), choice.parameters());
            } catch (IllegalArgumentException e) {
                throw AdminErrors.invalid(
                        edit.subject().toString(), String.valueOf(e.getMessage()));
            }
        }
    }

    private SchedulerChoice choice(Edit edit) {
        Map<String, String> settings = edit.settings();
        return settings == null ? control.usualScheduler() : StoredPolicy.scheduler(settings);
    }

    private void keepAndLoad(RulesText text, List<Edit> others) {
        RulesLoad load =
                control.loadRules(
                        text.text(),
                        text.source(),
                        false,
                        next -> {
                            others.add(StoredPolicy.rules(next));
                            changes.keep(Author.current(), others);
                        });
        if (load instanceof RulesLoad.Accepted accepted) {
            rules.tell(accepted.rules());
        }
    }

    private void apply(GrantsState grants, List<Edit> kept) {
        if (!(control.grants().propose(grants) instanceof GrantsUpdate.Accepted)) {
            throw new IllegalStateException("the grants changed while the policy was");
        }
        for (Edit edit : kept) {
            if (edit.subject().kind() == Kind.SCHEDULER) {
                schedulers.apply(edit.subject().name(), edit.settings());
            }
        }
    }
}
