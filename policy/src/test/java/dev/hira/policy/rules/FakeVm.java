package dev.hira.policy.rules;

import java.util.HashMap;
import java.util.Map;

/** A VM with counters that a test sets. */
final class FakeVm implements VmCounters {
    private final String name;
    String grade = "default";
    long share = 1;
    long used;
    long recent;
    int sessions;
    final Map<Integer, Long> held = new HashMap<>();

    FakeVm(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String grade() {
        return grade;
    }

    @Override
    public long share() {
        return share;
    }

    @Override
    public long cap() {
        return 2;
    }

    @Override
    public long reservation() {
        return 3;
    }

    @Override
    public int priority() {
        return 4;
    }

    @Override
    public long credits() {
        return 5;
    }

    @Override
    public long used() {
        return used;
    }

    @Override
    public long recent() {
        return recent;
    }

    @Override
    public int inFlight() {
        return 6;
    }

    @Override
    public int waiting() {
        return 7;
    }

    @Override
    public long waited() {
        return 8;
    }

    @Override
    public int sessions() {
        return sessions;
    }

    @Override
    public long held(int resource) {
        return held.getOrDefault(resource, 0L);
    }
}
