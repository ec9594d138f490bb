package dev.hira.policy.gate;

import dev.hira.policy.schedule.Tenant;
import java.util.concurrent.atomic.AtomicInteger;

/** A VM with the standard grant except for a cap that a test may set. */
final class TestTenant implements Tenant {
    private final String name;
    long cap = Long.MAX_VALUE;

    /** Counts how often the gate asked for the cap. */
    AtomicInteger looks = new AtomicInteger();

    TestTenant(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long share() {
        return 1;
    }

    @Override
    public long reservation() {
        return 0;
    }

    @Override
    public long cap() {
        looks.incrementAndGet();
        return cap;
    }

    @Override
    public int priority() {
        return 0;
    }

    @Override
    public long credits() {
        return 256;
    }

    @Override
    public long used() {
        return 0;
    }
}
