package dev.hira.policy.model;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks a state of the grants and collects all violations. Settings that a valid state has too are
 * compared and not checked again, so a change is cheap however many VMs there are.
 */
final class GrantChecks {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    /** Most names in the message about an unknown one. */
    private static final int MOST_NAMES = 50;

    private final ResourceNames known;
    private final Set<Violation> found = new LinkedHashSet<>();

    /** The list of classes for people; null until a VM names an unknown class. */
    private @Nullable String classes;

    private GrantChecks(ResourceNames known) {
        this.known = known;
    }

    /**
     * Returns all violations of a state; empty when there are none.
     *
     * @param valid a state without violations
     */
    static List<Violation> of(GrantsState state, GrantsState valid, ResourceNames known) {
        GrantChecks checks = new GrantChecks(known);
        checks.state(state, valid);
        return List.copyOf(checks.found);
    }

    private void state(GrantsState state, GrantsState valid) {
        if (!state.classes().equals(valid.classes())) {
            some(state.classes(), (name, grant) -> !grant.equals(valid.classes().get(name)))
                    .forEach(this::namedClass);
        }
        require(
                state.classes().containsKey(GrantsState.DEFAULT),
                "classes",
                "the class '" + GrantsState.DEFAULT + "' must stay; replace it instead");
        some(
                        state.members(),
                        (vm, name) ->
                                !name.equals(valid.members().get(vm))
                                        || !state.classes().containsKey(name))
                .forEach((vm, name) -> member(state, vm, name));
        some(
                        state.own(),
                        (vm, grant) ->
                                !grant.equals(valid.own().get(vm))
                                        || !Objects.equals(shared(state, vm), shared(valid, vm)))
                .forEach((vm, grant) -> own(state, vm, grant));
    }

    private static @Nullable Grant shared(GrantsState state, String vm) {
        return state.classes().get(state.classOf(vm));
    }

    /** Returns some entries of a map, sorted, so that violations have an order. */
    private static <T> SortedMap<String, T> some(
            Map<String, T> map, BiPredicate<String, T> condition) {
        SortedMap<String, T> some = new TreeMap<>();
        map.forEach((name, value) -> {
            if (condition.test(name, value)) {
                some.put(name, value);
            }
        });
        return some;
    }

    /** Checks a VM's settings combined with its class's, since a reservation must fit the cap. */
    private void own(GrantsState state, String vm, OwnGrant own) {
        vmName("own[" + vm + "]", vm);
        grant("own[" + vm + "].", shared(state, vm) == null ? own.values() : state.of(vm));
        own.settings().forEach(name -> named("own[" + vm + "].", name));
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
        if (!state.classes().containsKey(className)) {
            if (classes == null) {
                classes = names(state.classes().keySet());
            }
            found.add(
                    new Violation(
                            path, "there is no class '" + className + "'; there are " + classes));
        }
    }

    private static String names(Collection<String> all) {
        String first = all.stream().sorted().limit(MOST_NAMES).collect(Collectors.joining(", "));
        return all.size() <= MOST_NAMES
                ? first
                : first + " and " + (all.size() - MOST_NAMES) + " others";
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
        } else if (!allowed.contains(name)) {
            found.add(
                    new Violation(
                            field,
                            "there is no resource '" + name + "'; there are " + names(allowed)));
        }
    }

    private void within(String field, Optional<String> problem) {
        problem.ifPresent(message -> found.add(new Violation(field, message)));
    }

    private void require(boolean holds, String field, String message) {
        if (!holds) {
            found.add(new Violation(field, message));
        }
    }
}
