package dev.hira.router.operator.admin;

import dev.hira.admin.v1.Change;
import dev.hira.admin.v1.ChangedSetting;
import dev.hira.admin.v1.CompareChangesRequest;
import dev.hira.admin.v1.CompareChangesResponse;
import dev.hira.admin.v1.ListChangesRequest;
import dev.hira.admin.v1.ListChangesResponse;
import dev.hira.admin.v1.RollBackRequest;
import dev.hira.admin.v1.RollBackResponse;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.GrantsUpdate;
import dev.hira.policy.model.Violation;
import dev.hira.router.operator.access.Author;
import dev.hira.router.operator.changes.ChangeLog;
import dev.hira.router.operator.changes.Changes;
import dev.hira.router.operator.changes.Edit;
import dev.hira.router.operator.changes.SettingChange;
import dev.hira.router.operator.changes.StoredGrants;
import dev.hira.router.operator.changes.StoredPolicy;
import dev.hira.router.operator.changes.Subject;
import dev.hira.router.operator.changes.Subject.Kind;
import dev.hira.router.operator.changes.SubjectMap;
import dev.hira.router.operator.control.PolicyControl;
import dev.hira.router.operator.control.RulesLoad;
import dev.hira.router.operator.control.RulesText;
import dev.hira.router.operator.control.SchedulerChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The admin service's requests about the history of changes. */
final class ChangesAdmin {
    private static final Logger LOG = LoggerFactory.getLogger(ChangesAdmin.class);
    private static final int MOST_SETTINGS = 200;

    private final Changes changes;
    private final RollBack rollBack;

    ChangesAdmin(
            PolicyControl control, Changes changes, SchedulerAdmin schedulers, RulesAdmin rules) {
        this.changes = changes;
        this.rollBack = new RollBack(control, changes, schedulers, rules);
    }

    ListChangesResponse list(ListChangesRequest request) {
        int size = Page.size(request.getPageSize());
        long before = request.getBefore() == 0 ? Long.MAX_VALUE : request.getBefore();
        String vm = request.getVm();
        List<ChangeLog.Told> told =
                log().told(before, size + 1, subject -> vm.isEmpty() || subject.isOfVm(vm));
        ListChangesResponse.Builder response =
                ListChangesResponse.newBuilder().setMore(told.size() > size);
        told.stream().limit(size).forEach(change -> response.addChanges(message(change)));
        return response.build();
    }

    CompareChangesResponse compare(CompareChangesRequest request) {
        ChangeLog log = log();
        SubjectMap from = at(log, "from", request.getFrom());
        SubjectMap to = request.getTo() == 0 ? log.state() : at(log, "to", request.getTo());
        List<SettingChange> settings = SettingChange.of(from, from.editsTo(to, _ -> true));
        return CompareChangesResponse.newBuilder()
                .addAllSettings(messages(settings))
                .setFurther(further(settings))
                .build();
    }

    RollBackResponse rollBack(RollBackRequest request) {
        ChangeLog log = log();
        SubjectMap now = log.state();
        SubjectMap then = at(log, "to", request.getTo());
        List<Edit> edits = now.editsTo(then, Subject.Kind::isPolicy);
        List<SettingChange> settings = SettingChange.of(now, edits);
        if (!settings.isEmpty()) {
            rollBack.run(now, edits, request.getValidateOnly());
        }
        if (!settings.isEmpty() && !request.getValidateOnly()) {
            LOG.atInfo()
                    .addKeyValue("to", request.getTo())
                    .addKeyValue("author", Author.current())
                    .addKeyValue("settings", settings.size())
                    .log("policy rolled back");
        }
        return RollBackResponse.newBuilder()
                .addAllSettings(messages(settings))
                .setFurther(further(settings))
                .setNumber(log.number())
                .build();
    }

    private ChangeLog log() {
        return changes.log()
                .orElseThrow(() ->
                        AdminErrors.precondition(
                                "NO_STATE_DIRECTORY",
                                "the router keeps no history, because it has no state directory;"
                                        + " start it with --state FOLDER"));
    }

    private static SubjectMap at(ChangeLog log, String field, long number) {
        return log.at(number)
                .orElseThrow(() ->
                        AdminErrors.invalid(
                                field,
                                "the change "
                                        + Long.toUnsignedString(number)
                                        + " was asked; the router knows the states from change "
                                        + log.oldest()
                                        + " to change "
                                        + log.number()));
    }

    private static Change message(ChangeLog.Told told) {
        return Change.newBuilder()
                .setNumber(told.change().number())
                .setTime(RouterAdmin.timestamp(told.change().time()))
                .setAuthor(told.change().author())
                .addAllSettings(messages(told.settings()))
                .setFurther(further(told.settings()))
                .build();
    }

    private static int further(List<SettingChange> settings) {
        return Math.max(0, settings.size() - MOST_SETTINGS);
    }

    private static List<ChangedSetting> messages(List<SettingChange> settings) {
        return settings.stream().limit(MOST_SETTINGS).map(ChangesAdmin::message).toList();
    }

    private static ChangedSetting message(SettingChange change) {
        ChangedSetting.Builder message =
                ChangedSetting.newBuilder()
                        .setSubject(change.subject().toString())
                        .setSetting(change.setting());
        String before = change.before();
        if (before != null) {
            message.setBefore(before);
        }
        String after = change.after();
        if (after != null) {
            message.setAfter(after);
        }
        return message.build();
    }

    /**
     * Puts an earlier policy in force: checks all of it, keeps it as one change, then applies it.
     */
    private static final class RollBack {
        private final PolicyControl control;
        private final Changes changes;
        private final SchedulerAdmin schedulers;
        private final RulesAdmin rules;

        RollBack(
                PolicyControl control,
                Changes changes,
                SchedulerAdmin schedulers,
                RulesAdmin rules) {
            this.control = control;
            this.changes = changes;
            this.schedulers = schedulers;
            this.rules = rules;
        }

        /**
         * @param now the present state
         * @param edits lead to the earlier policy
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
                throw RulesAdmin.refusal(rejected);
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
                throw AdminErrors.invalid(violations);
            }
            return grants;
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
                throw new IllegalStateException("the grants changed while they were rolled back");
            }
            for (Edit edit : kept) {
                if (edit.subject().kind() == Kind.SCHEDULER) {
                    schedulers.apply(edit.subject().name(), choice(edit));
                }
            }
        }
    }
}
