package dev.hira.router.operator.admin;

import dev.hira.admin.v1.Change;
import dev.hira.admin.v1.ChangedSetting;
import dev.hira.admin.v1.CompareChangesRequest;
import dev.hira.admin.v1.CompareChangesResponse;
import dev.hira.admin.v1.ListChangesRequest;
import dev.hira.admin.v1.ListChangesResponse;
import dev.hira.admin.v1.RollBackRequest;
import dev.hira.admin.v1.RollBackResponse;
import dev.hira.router.operator.access.Author;
import dev.hira.router.operator.admin.message.AdminErrors;
import dev.hira.router.operator.admin.message.SessionMessages;
import dev.hira.router.operator.changes.ChangeLog;
import dev.hira.router.operator.changes.Changes;
import dev.hira.router.operator.changes.Edit;
import dev.hira.router.operator.changes.SettingChange;
import dev.hira.router.operator.changes.Subject;
import dev.hira.router.operator.changes.SubjectMap;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The admin service's requests about the history of changes. */
final class ChangesAdmin {
    private static final Logger LOG = LoggerFactory.getLogger(ChangesAdmin.class);
    private static final int MOST_SETTINGS = 200;

    private final Changes changes;
    private final PolicyChange rollBack;

    /**
     * @param rollBack puts earlier policies in force
     */
    ChangesAdmin(Changes changes, PolicyChange rollBack) {
        this.changes = changes;
        this.rollBack = rollBack;
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
            Author.of(
                            Author.current() + ", back to change " + request.getTo(),
                            () -> rollBack.run(now, edits, request.getValidateOnly()))
                    .run();
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
                                "change "
                                        + Long.toUnsignedString(number)
                                        + " was asked; the router knows changes "
                                        + log.oldest()
                                        + " to "
                                        + log.number()));
    }

    private static Change message(ChangeLog.Told told) {
        return Change.newBuilder()
                .setNumber(told.change().number())
                .setTime(SessionMessages.timestamp(told.change().time()))
                .setAuthor(told.change().author())
                .addAllSettings(messages(told.settings()))
                .setFurther(further(told.settings()))
                .build();
    }

    static int further(List<SettingChange> settings) {
        return Math.max(0, settings.size() - MOST_SETTINGS);
    }

    static List<ChangedSetting> messages(List<SettingChange> settings) {
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
}
