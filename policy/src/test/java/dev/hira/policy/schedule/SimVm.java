package dev.hira.policy.schedule;

/** A simulated VM with a policy that can be changed at any time. */
public final class SimVm implements Tenant {
    private final String name;
    long share = 1;
    long reservation;
    int priority;
    long credits = HostSchedule.DEFAULT_CREDITS;
    long used;
    int inFlight;

    public SimVm(String name) {
        this.name = name;
    }

    SimVm share(long value) {
        share = value;
        return this;
    }

    public SimVm credits(long value) {
        credits = value;
        return this;
    }

    public SimVm reservation(long value) {
        reservation = value;
        return this;
    }

    SimVm priority(int value) {
        priority = value;
        return this;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long share() {
        return share;
    }

    @Override
    public long reservation() {
        return reservation;
    }

    @Override
    public long cap() {
        return Long.MAX_VALUE;
    }

    @Override
    public int priority() {
        return priority;
    }

    @Override
    public long credits() {
        return credits;
    }

    @Override
    public long used() {
        return used;
    }

    @Override
    public String toString() {
        return name;
    }
}
