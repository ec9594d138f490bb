package dev.hira.policy.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What a state of the grants must fulfil; collects everything that is wrong with one. */
final class GrantChecks {
    static final long MAX_SHARE = 1_000_000;
    static final long SECOND = 1_000_000_000L;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
    private static final int VM_NAME_LENGTH = 255;

    private final ResourceNames known;
    private final List<Violation> found = new ArrayList<>();

    private GrantChecks(ResourceNames known) {
        this.known = known;
    }

    /** Everything that is wrong with a state; empty when nothing is. */
    static List<Violation> of(GrantsState state, ResourceNames known) {
        GrantChecks checks = new GrantChecks(known);
        checks.state(state);
        return List.copyOf(checks.found);
    }

    /** Everything that is wrong with one grant. */
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
                    grant("own[" + vm + "].", grant);
                });
    }

    private void namedClass(String name, Grant grant) {
        String path = "classes[" + name + "]";
        require(
                NAME.matcher(name).matches(),
                path,
                "'"
                        + name
                        + "' is no name of a class; up to 63 letters, digits, '.', '_' and '-' are");
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
        require(
                !vm.isBlank() && vm.length() <= VM_NAME_LENGTH,
                path,
                "a VM's name has 1 to " + VM_NAME_LENGTH + " characters");
    }

    private void grant(String path, Grant grant) {
        within(path + "share", grant.share(), 1, MAX_SHARE);
        within(path + "cap", grant.cap(), 1, Rate.UNLIMITED);
        within(path + "reservation", grant.reservation(), 0, SECOND);
        require(
                grant.reservation() <= grant.cap(),
                path + "reservation",
                "a reservation of "
                        + grant.reservation()
                        + " ns per second is more than the cap of "
                        + grant.cap());
        within(path + "credits", grant.credits(), 1, MAX_SHARE);
        within(path + "sessions", grant.sessions(), 0, Grant.MANY);
        within(path + "handles", grant.handles(), 1, Grant.MANY);
        within(path + "pinned_bytes", grant.pinnedBytes(), 0, Rate.UNLIMITED);
        within(path + "kernel_nanos", grant.kernelNanos(), 1, Rate.UNLIMITED);
        new TreeMap<>(grant.rates()).forEach((name, rate) -> rate(path, name, rate));
        quotas(path + "quotas", grant.quotas());
        quotas(path + "device_quotas", grant.deviceQuotas());
    }

    private void rate(String path, String resource, Rate rate) {
        String field = path + "rates[" + resource + "]";
        resource(field, resource, known.instantaneous());
        within(field + ".per_second", rate.perSecond(), 1, Rate.UNLIMITED);
        within(field + ".burst", rate.burst(), 1, Rate.UNLIMITED);
    }

    private void quotas(String path, Map<String, Long> limits) {
        new TreeMap<>(limits)
                .forEach((name, most) -> {
                    String field = path + "[" + name + "]";
                    resource(field, name, known.continuous());
                    within(field, most, 0, Rate.UNLIMITED);
                });
    }

    private void resource(String field, String name, Set<String> allowed) {
        if (allowed.isEmpty()) {
            require(NAME.matcher(name).matches(), field, "'" + name + "' is no name of a resource");
        } else {
            require(
                    allowed.contains(name),
                    field,
                    "there is no such resource as '"
                            + name
                            + "'; there are "
                            + allowed.stream().sorted().toList());
        }
    }

    private void within(String field, long value, long least, long most) {
        String range =
                most == Rate.UNLIMITED ? least + " or more" : "from " + least + " to " + most;
        require(
                value >= least && value <= most,
                field,
                value + " was asked, " + range + " is allowed");
    }

    private void require(boolean holds, String field, String message) {
        if (!holds) {
            found.add(new Violation(field, message));
        }
    }
}
