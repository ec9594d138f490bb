package dev.hira.policy.rules;

import java.util.ArrayList;
import java.util.List;

/** The names that expressions may use in each hook, besides settings and counters. */
final class RuleVocabulary {
    /** The resource of measured device time, which every API has. */
    static final String DEVICE_TIME = "device_time";

    private final List<String> resources;

    /**
     * Creates the vocabulary of an API.
     *
     * @param resources its resources, by index
     */
    RuleVocabulary(List<String> resources) {
        this.resources = List.copyOf(resources);
    }

    List<RuleName> names(RuleHook hook) {
        List<RuleName> names = new ArrayList<>(units());
        names.addAll(vm());
        switch (hook) {
            case ADMIT -> {
                names.addAll(call());
                resources(names);
            }
            case CONSUME -> {
                names.add(
                        new RuleName("resource", RuleName.Type.TEXT, s -> resource(s.resource())));
                names.add(new RuleName("amount", RuleName.Type.INT, s -> s.amount()));
            }
            case SCHEDULE -> {}
        }
        return names;
    }

    /** Returns the index of a resource; -1: unknown. */
    int indexOf(String resource) {
        int index = resources.indexOf(resource);
        return index >= 0 || !resource.equals(DEVICE_TIME) ? index : resources.size();
    }

    /**
     * Returns the index of device time: that of the API's own resource of this name if it has one.
     */
    int deviceTime() {
        return indexOf(DEVICE_TIME);
    }

    /** Returns all resources including device time. */
    List<String> resources() {
        List<String> all = new ArrayList<>(resources);
        if (!all.contains(DEVICE_TIME)) {
            all.add(DEVICE_TIME);
        }
        return all;
    }

    private String resource(int index) {
        return index < resources.size() ? resources.get(index) : DEVICE_TIME;
    }

    private static List<RuleName> units() {
        return List.of(
                unit("us", 1_000),
                unit("ms", 1_000_000),
                unit("s", 1_000_000_000),
                unit("KiB", 1L << 10),
                unit("MiB", 1L << 20),
                unit("GiB", 1L << 30));
    }

    private static RuleName unit(String name, long value) {
        Long boxed = value;
        return new RuleName(name, RuleName.Type.INT, scope -> boxed);
    }

    private static List<RuleName> vm() {
        return List.of(
                new RuleName("vm.name", RuleName.Type.TEXT, s -> s.vm().name()),
                new RuleName("vm.class", RuleName.Type.TEXT, s -> s.vm().grade()),
                number("vm.share", s -> s.vm().share()),
                number("vm.cap", s -> s.vm().cap()),
                number("vm.reservation", s -> s.vm().reservation()),
                number("vm.priority", s -> (long) s.vm().priority()),
                number("vm.credits", s -> s.vm().credits()),
                number("vm.used", s -> s.vm().used()),
                number("vm.recent", s -> s.vm().recent()),
                number("vm.in_flight", s -> (long) s.vm().inFlight()),
                number("vm.waiting", s -> (long) s.vm().waiting()),
                number("vm.waited", s -> s.vm().waited()),
                number("vm.sessions", s -> (long) s.vm().sessions()));
    }

    private static List<RuleName> call() {
        return List.of(
                new RuleName("call.name", RuleName.Type.TEXT, s -> s.call().functionName()),
                new RuleName("call.sync", RuleName.Type.BOOL, s -> s.call().sync()),
                new RuleName("call.work", RuleName.Type.BOOL, s -> s.call().work()),
                number("call.bytes", s -> s.call().bytes()));
    }

    private void resources(List<RuleName> names) {
        for (int i = 0; i < resources.size(); i++) {
            int index = i;
            String name = resources.get(i);
            names.add(number("held." + name, s -> s.vm().held(index)));
            names.add(number("takes." + name, s -> s.call().allocates(index)));
            names.add(number("uses." + name, s -> s.call().consumes(index)));
        }
    }

    private static RuleName number(String name, RuleName.Reader reader) {
        return new RuleName(name, RuleName.Type.INT, reader);
    }
}
