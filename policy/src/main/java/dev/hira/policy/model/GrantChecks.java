package dev.hira.policy.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Checks a state of the grants and collects all violations. */
final class GrantChecks {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    private final ResourceNames known;
    private final List<Violation> found = new ArrayList<>();

    private GrantChecks(ResourceNames known) {
        this.known = known;
    }

    /** Returns all violations of a state; empty when there are none. */
    static List<Violation> of(GrantsState state, ResourceNames known) {
        GrantChecks checks = new GrantChecks(known);
        checks.state(state);
        return List.copyOf(checks.found);
    }

    /** Returns all violations of one grant. */
    static List<Violation> of(String path, Grant grant, ResourceNames known) {
        GrantChecks checks = new GrantChecks(known);
        checks.grant(path, grant);
        return List.copyOf(checks.found);
    }

    private void state(GrantsState state) {
        new TreeMap<>(state.classes()).forEach(this::namedClass);
        require(
                state.classes().containsKey(GrantsState.DEFAULT),
                "classes",
                "the class '" + GrantsState.DEFAULT + "' must stay; replace it instead");
        new TreeMap<>(state.members()).forEach((vm, name) -> member(state, vm, name));
        new TreeMap<>(state.own())
                .forEach((vm, grant) -> {
                    vmName("own[" + vm + "]", vm);
                    grant("own[" + vm + "].", own(state, vm, grant));
                    grant.settings().forEach(name -> named("own[" + vm + "].", name));
                });
    }

    /**
     * Checks the resource of a setting by name; a setting without a limit is not in the grant, but
     * must name a known resource all the same.
     */
    private void named(String path, String setting) {
        String head = GrantText.head(setting);
        if (!head.equals(setting)) {
            String resource = setting.substring(head.length() + 1);
            boolean rate = head.equals("rates");
            resource(
                    path + head + "[" + resource + "]",
                    resource,
                    rate ? known.instantaneous() : known.continuous());
        }
    }

    /**
     * Returns the VM's settings combined with its class's, since a reservation must fit the cap.
     */
    private static Grant own(GrantsState state, String vm, OwnGrant own) {
        boolean classThere = state.classes().containsKey(state.classOf(vm));
        return classThere ? state.of(vm) : own.values();
    }

    private void namedClass(String name, Grant grant) {
        String path = "classes[" + name + "]";
        require(
                NAME.matcher(name).matches(),
                path,
                "'"
                        + name
                        + "' is not a valid class name: use up to 63 letters, digits, '.', '_' and '-'");
        grant(path + ".", grant);
    }

    private void member(GrantsState state, String vm, String className) {
        String path = "members[" + vm + "]";
        vmName(path, vm);
        require(
                state.classes().containsKey(className),
                path,
                "there is no class '"
                        + className
                        + "'; there are "
                        + state.classes().keySet().stream().sorted().toList());
    }

    private void vmName(String path, String vm) {
        within(path, VmName.problem(vm));
    }

    private void grant(String path, Grant grant) {
        within(path + "share", Allowed.WEIGHT.problem(grant.share()));
        within(path + "cap", Allowed.CAP.problem(grant.cap()));
        within(path + "reservation", Allowed.RESERVATION.problem(grant.reservation()));
        require(
                grant.cap() < 1 || grant.reservation() <= grant.cap(),
                path + "reservation",
                "a reservation of "
                        + grant.reservation()
                        + " ns per second is more than the cap of "
                        + grant.cap());
        within(path + "credits", Allowed.WEIGHT.problem(grant.credits()));
        within(path + "sessions", Allowed.SESSIONS.problem(grant.sessions()));
        within(path + "handles", Allowed.HANDLES.problem(grant.handles()));
        within(path + "pinned_bytes", Allowed.AMOUNT.problem(grant.pinnedBytes()));
        within(path + "kernel_nanos", Allowed.KERNEL.problem(grant.kernelNanos()));
        new TreeMap<>(grant.rates()).forEach((name, rate) -> rate(path, name, rate));
        quotas(path + "quotas", grant.quotas());
        quotas(path + "device_quotas", grant.deviceQuotas());
    }

    private void rate(String path, String resource, Rate rate) {
        String field = path + "rates[" + resource + "]";
        resource(field, resource, known.instantaneous());
        within(field + ".per_second", Allowed.RATE.problem(rate.perSecond()));
        within(field + ".burst", Allowed.BURST.problem(rate.burst()));
    }

    private void quotas(String path, Map<String, Long> limits) {
        new TreeMap<>(limits)
                .forEach((name, most) -> {
                    String field = path + "[" + name + "]";
                    resource(field, name, known.continuous());
                    within(field, Allowed.AMOUNT.problem(most));
                });
    }

    private void resource(String field, String name, Set<String> allowed) {
        if (allowed.isEmpty()) {
            require(
                    NAME.matcher(name).matches(),
                    field,
                    "'" + name + "' is not a valid resource name");
        } else {
            require(
                    allowed.contains(name),
                    field,
                    "there is no resource '"
                            + name
                            + "'; there are "
                            + allowed.stream().sorted().toList());
        }
    }

    private void within(String field, Optional<String> problem) {
        problem.ifPresent(message -> found.add(new Violation(field, message)));
    }

    private void require(boolean holds, String field, String message) {
        Violation violation = new Violation(field, message);
        if (!holds && !found.contains(violation)) {
            found.add(violation);
        }
    }
}
