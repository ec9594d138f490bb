package dev.hira.router.operator.changes;

import dev.hira.policy.model.Grant;
import dev.hira.policy.model.GrantBuilder;
import dev.hira.policy.model.GrantText;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.OwnGrant;
import dev.hira.policy.model.Violation;
import dev.hira.router.operator.changes.Subject.Kind;
import dev.hira.router.operator.control.RulesText;
import dev.hira.router.operator.control.SchedulerChoice;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A policy as operators declare it: what each class, VM and device that it names shall have.
 * Settings have the names and values of files.
 *
 * @param classes the settings of classes that differ from those of the class {@code default}; its
 *     own differ from those of a grant without limits
 * @param schedulers of single devices
 * @param rules if anything is declared about them
 */
public record DeclaredPolicy(
        Map<String, Map<String, String>> classes,
        Map<String, DeclaredVm> vms,
        Map<String, SchedulerChoice> schedulers,
        Optional<RulesText> rules) {
    /** The end of a setting that stands for all resources without one of their own. */
    private static final String REST = "." + StoredGrants.ALL;

    /**
     * A VM.
     *
     * @param className {@code default} or the name of another class
     * @param settings the settings of its own
     */
    public record DeclaredVm(String className, Map<String, String> settings) {}

    /** Returns the policy in force, of which each part is declared. */
    public static DeclaredPolicy of(
            GrantsState grants, Map<String, SchedulerChoice> schedulers, RulesText rules) {
        Grant standard = grants.of("");
        Map<String, Map<String, String>> classes = new TreeMap<>();
        grants.classes()
                .forEach((name, grant) ->
                        classes.put(
                                name,
                                difference(
                                        name.equals(GrantsState.DEFAULT)
                                                ? Grant.STANDARD
                                                : standard,
                                        grant)));
        Map<String, DeclaredVm> vms = new TreeMap<>();
        Set<String> names = new HashSet<>(grants.members().keySet());
        names.addAll(grants.own().keySet());
        names.forEach(vm -> vms.put(vm, vm(grants.classOf(vm), grants.own().get(vm))));
        return new DeclaredPolicy(classes, vms, schedulers, Optional.of(rules));
    }

    private static DeclaredVm vm(String className, @Nullable OwnGrant own) {
        Map<String, String> settings = new TreeMap<>();
        if (own != null) {
            StoredGrants.settings(own)
                    .forEach((name, value) -> {
                        boolean all = value.equals(StoredGrants.ALL);
                        settings.put(
                                all ? name + REST : name, all ? StoredGrants.UNLIMITED : value);
                    });
        }
        return new DeclaredVm(className, settings);
    }

    /** Returns the settings that make one grant of another. */
    private static Map<String, String> difference(Grant base, Grant grant) {
        Map<String, String> before = GrantText.settings(base);
        Map<String, String> after = new TreeMap<>(GrantText.settings(grant));
        before.keySet().forEach(name -> after.putIfAbsent(name, StoredGrants.UNLIMITED));
        after.entrySet().removeIf(each -> each.getValue().equals(before.get(each.getKey())));
        return after;
    }

    /** Returns what is wrong with settings, whatever the router has. */
    public List<Violation> problems() {
        List<Violation> problems = new ArrayList<>();
        classes.forEach((name, settings) ->
                set(Grant.STANDARD.edit(), "classes." + name, settings, problems));
        vms.forEach((vm, declared) -> {
            set(Grant.STANDARD.edit(), "vms." + vm, limited(declared.settings()), problems);
            rest(vm, declared.settings(), problems);
        });
        return problems;
    }

    /**
     * Returns the state in which everything is as declared. There must be no {@link #problems}.
     *
     * @param prune whether what is not declared is removed
     */
    public SubjectMap over(SubjectMap now, boolean prune) {
        SubjectMap next = new SubjectMap(now);
        if (prune) {
            now.subjects().stream()
                    .filter(DeclaredPolicy::isRemovable)
                    .forEach(subject -> next.apply(new Edit(subject, null)));
        }
        Grant standard = standard(now);
        classes.forEach((name, settings) -> {
            Grant base = name.equals(GrantsState.DEFAULT) ? Grant.STANDARD : standard;
            next.apply(Edit.of(Kind.CLASS, name, GrantText.settings(grant(base, settings))));
        });
        vms.forEach((vm, declared) -> declare(next, vm, declared));
        schedulers.forEach((device, choice) -> next.apply(StoredPolicy.scheduler(device, choice)));
        rules.or(() -> prune ? Optional.of(RulesText.NONE) : Optional.empty())
                .filter(text -> !text.text().equals(StoredPolicy.rules(now).text()))
                .ifPresent(text -> next.apply(StoredPolicy.rules(text)));
        return next;
    }

    /** Whether a subject can be without settings. */
    private static boolean isRemovable(Subject subject) {
        return switch (subject.kind()) {
            case CLASS -> !subject.name().equals(GrantsState.DEFAULT);
            case VM_GRANT, VM_CLASS, SCHEDULER -> true;
            case RULES, STANDING, DRAIN, GRANTS -> false;
        };
    }

    private Grant standard(SubjectMap now) {
        Map<String, String> declared = classes.get(GrantsState.DEFAULT);
        if (declared != null) {
            return grant(Grant.STANDARD, declared);
        }
        Map<String, String> present = now.get(new Subject(Kind.CLASS, GrantsState.DEFAULT));
        return grant(Grant.STANDARD, Objects.requireNonNullElse(present, Map.of()));
    }

    private static void declare(SubjectMap next, String vm, DeclaredVm declared) {
        boolean standard = declared.className().equals(GrantsState.DEFAULT);
        Map<String, String> member =
                standard ? null : Map.of(StoredGrants.CLASS, declared.className());
        next.apply(Edit.of(Kind.VM_CLASS, vm, member));
        Set<String> named = new HashSet<>();
        declared.settings().keySet().forEach(name -> named.add(name.replace(REST, "")));
        Map<String, String> own =
                StoredGrants.settings(
                        OwnGrant.of(named, grant(Grant.STANDARD, limited(declared.settings()))));
        next.apply(Edit.of(Kind.VM_GRANT, vm, own.isEmpty() ? null : own));
    }

    private static Grant grant(Grant base, Map<String, String> settings) {
        List<Violation> problems = new ArrayList<>();
        GrantBuilder grant = base.edit();
        set(grant, "", settings, problems);
        if (!problems.isEmpty()) {
            throw new IllegalStateException("unchecked settings: " + problems);
        }
        return grant.build();
    }

    private static void set(
            GrantBuilder grant,
            String path,
            Map<String, String> settings,
            List<Violation> problems) {
        settings.forEach((name, value) ->
                GrantText.set(grant, name, value)
                        .ifPresent(wrong ->
                                problems.add(new Violation(path + "." + name, wrong.message()))));
    }

    /** Returns the settings of single resources, and all others. */
    private static Map<String, String> limited(Map<String, String> settings) {
        Map<String, String> limited = new TreeMap<>(settings);
        limited.keySet().removeIf(name -> name.endsWith(REST));
        return limited;
    }

    /** Finds settings for all other resources that are not unlimited. */
    private static void rest(String vm, Map<String, String> settings, List<Violation> problems) {
        settings.forEach((name, value) -> {
            if (name.endsWith(REST) && !value.equals(StoredGrants.UNLIMITED)) {
                problems.add(
                        new Violation(
                                "vms." + vm + "." + name,
                                "'" + value + "' was asked; allowed is unlimited"));
            }
        });
    }
}
