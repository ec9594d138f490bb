package dev.hira.router.operator.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hashing;
import dev.hira.admin.v1.ApplyPolicyRequest;
import dev.hira.admin.v1.ApplyPolicyResponse;
import dev.hira.admin.v1.DeclaredClass;
import dev.hira.admin.v1.DeclaredRules;
import dev.hira.admin.v1.DeclaredScheduler;
import dev.hira.admin.v1.DeclaredVm;
import dev.hira.admin.v1.ExportPolicyResponse;
import dev.hira.admin.v1.PolicyDeclaration;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.Violation;
import dev.hira.router.operator.access.Author;
import dev.hira.router.operator.admin.message.AdminErrors;
import dev.hira.router.operator.changes.Changes;
import dev.hira.router.operator.changes.ConfiguredPolicy;
import dev.hira.router.operator.changes.DeclaredPolicy;
import dev.hira.router.operator.changes.Edit;
import dev.hira.router.operator.changes.SettingChange;
import dev.hira.router.operator.changes.StoredPolicy;
import dev.hira.router.operator.changes.Subject;
import dev.hira.router.operator.changes.Subject.Kind;
import dev.hira.router.operator.changes.SubjectMap;
import dev.hira.router.operator.control.PolicyControl;
import dev.hira.router.operator.control.RulesText;
import dev.hira.router.operator.control.SchedulerChoice;
import io.grpc.StatusRuntimeException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The admin service's requests about whole policies. */
final class DeclarationAdmin {
    private static final Logger LOG = LoggerFactory.getLogger(DeclarationAdmin.class);

    private final PolicyControl control;
    private final SchedulerAdmin schedulers;
    private final PolicyChange change;
    private final Changes changes;
    private final InstantSource clock;

    /**
     * @param clock dates the rules of the configuration
     */
    DeclarationAdmin(
            PolicyControl control,
            SchedulerAdmin schedulers,
            PolicyChange change,
            Changes changes,
            InstantSource clock) {
        this.control = control;
        this.schedulers = schedulers;
        this.change = change;
        this.changes = changes;
        this.clock = clock;
    }

    ExportPolicyResponse export() {
        DeclaredPolicy present =
                DeclaredPolicy.of(
                        control.grants().state(), control.ownSchedulers(), control.rules());
        return ExportPolicyResponse.newBuilder().setPolicy(message(present)).build();
    }

    ApplyPolicyResponse apply(ApplyPolicyRequest request) {
        DeclaredPolicy declared = declared(request.getPolicy());
        List<Violation> problems = declared.problems();
        if (!problems.isEmpty()) {
            throw AdminErrors.invalid(problems);
        }
        SubjectMap now = now();
        List<Edit> edits =
                now.editsTo(declared.over(now, request.getPrune()), Subject.Kind::isPolicy);
        edits.stream()
                .map(Edit::subject)
                .filter(subject -> subject.kind() == Kind.SCHEDULER && now.get(subject) == null)
                .forEach(subject -> schedulers.known(subject.name()));
        List<SettingChange> settings = SettingChange.of(now, edits);
        String plan = plan(edits);
        if (!request.getPlan().isEmpty() && !request.getPlan().equals(plan)) {
            throw AdminErrors.otherPlan();
        }
        if (!settings.isEmpty()) {
            change.run(now, edits, request.getValidateOnly());
            tell(settings.size(), request.getValidateOnly());
        }
        return ApplyPolicyResponse.newBuilder()
                .addAllSettings(ChangesAdmin.messages(settings))
                .setFurther(ChangesAdmin.further(settings))
                .setPlan(plan)
                .build();
    }

    /**
     * Takes over what was edited in the configuration: checks all of it, then keeps it as one
     * change, then applies it.
     *
     * @throws StatusRuntimeException when it cannot be in force now
     */
    void takeOver(ConfiguredPolicy before, ConfiguredPolicy next) {
        if (next.isAs(before.subjects())) {
            return;
        }
        control.problem()
                .ifPresent(problem -> {
                    throw AdminErrors.precondition("NO_GRANTS", problem);
                });
        SubjectMap now = now();
        List<Edit> edits = next.editsTo(before.subjects(), now, clock.instant());
        Changes configuring = changes.following(next.subjects());
        if (edits.isEmpty()) {
            configuring.keep(Author.current(), edits);
        } else {
            change.keptBy(configuring).run(now, edits, false);
        }
        ConfiguredPolicy.tell(edits);
    }

    private SubjectMap now() {
        return StoredPolicy.state(control.grants().state(), control.ownSchedulers())
                .with(List.of(StoredPolicy.rules(control.rules())));
    }

    private static void tell(int settings, boolean checkOnly) {
        if (!checkOnly) {
            LOG.atInfo()
                    .addKeyValue("author", Author.current())
                    .addKeyValue("settings", settings)
                    .log("declared policy applied");
        }
    }

    /** Returns a text that differs for different changes. */
    private static String plan(List<Edit> edits) {
        StringBuilder text = new StringBuilder();
        for (Edit edit : edits) {
            Map<String, String> settings = edit.settings();
            text.append(edit.subject()).append(' ').append(edit.subject().kind()).append(' ');
            text.append(settings == null ? "removed" : new TreeMap<>(settings)).append('\n');
        }
        return Hashing.sha256().hashString(text, UTF_8).toString();
    }

    private DeclaredPolicy declared(PolicyDeclaration policy) {
        return new DeclaredPolicy(
                values(policy.getClassesMap(), DeclaredClass::getSettingsMap),
                values(
                        policy.getVmsMap(),
                        vm ->
                                new DeclaredPolicy.DeclaredVm(
                                        vm.getClass_().isEmpty()
                                                ? GrantsState.DEFAULT
                                                : vm.getClass_(),
                                        vm.getSettingsMap())),
                schedulers(policy.getSchedulersMap()),
                policy.hasRules()
                        ? Optional.of(
                                new RulesText(
                                        policy.getRules().getText(),
                                        policy.getRules().getSource(),
                                        null,
                                        0))
                        : Optional.empty());
    }

    private Map<String, SchedulerChoice> schedulers(Map<String, DeclaredScheduler> declared) {
        Map<String, SchedulerChoice> choices = new TreeMap<>();
        declared.forEach((device, one) ->
                choices.put(
                        device,
                        schedulers.complete(
                                device,
                                new SchedulerChoice(one.getName(), one.getParametersMap()))));
        return choices;
    }

    private static PolicyDeclaration message(DeclaredPolicy policy) {
        PolicyDeclaration.Builder message =
                PolicyDeclaration.newBuilder()
                        .putAllClasses(
                                values(
                                        policy.classes(),
                                        settings ->
                                                DeclaredClass.newBuilder()
                                                        .putAllSettings(settings)
                                                        .build()))
                        .putAllVms(
                                values(
                                        policy.vms(),
                                        vm ->
                                                DeclaredVm.newBuilder()
                                                        .setClass_(vm.className())
                                                        .putAllSettings(vm.settings())
                                                        .build()))
                        .putAllSchedulers(
                                values(
                                        policy.schedulers(),
                                        one ->
                                                DeclaredScheduler.newBuilder()
                                                        .setName(one.name())
                                                        .putAllParameters(one.parameters())
                                                        .build()));
        policy.rules()
                .ifPresent(rules ->
                        message.setRules(
                                DeclaredRules.newBuilder()
                                        .setText(rules.text())
                                        .setSource(rules.source())));
        return message.build();
    }

    private static <A, B> Map<String, B> values(Map<String, A> map, Function<A, B> convert) {
        return map.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, e -> convert.apply(e.getValue())));
    }
}
