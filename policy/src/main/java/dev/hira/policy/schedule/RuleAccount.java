package dev.hira.policy.schedule;

import dev.hira.policy.rules.VmCounters;

/** A VM at one device, as rules see it. */
final class RuleAccount extends VmAccount implements VmCounters {
    private static final long WINDOW = 500_000_000;

    final UsageWindow use = new UsageWindow(WINDOW);
    boolean stale = true;
    long evaluatedAt;
    double priority;
    long seen;
    private long now;
    private long oldest;

    RuleAccount(Tenant tenant, long serial, long now) {
        super(tenant, serial, now);
    }

    /**
     * Sets the time for which rules read the VM, and the time since which its oldest command waits.
     */
    void look(long at, long waitingSince) {
        now = at;
        oldest = waitingSince;
    }

    @Override
    public String name() {
        return tenant.name();
    }

    @Override
    public String grade() {
        return tenant.grade();
    }

    @Override
    public long share() {
        return tenant.share();
    }

    @Override
    public long cap() {
        return tenant.cap();
    }

    @Override
    public long reservation() {
        return tenant.reservation();
    }

    @Override
    public int priority() {
        return tenant.priority();
    }

    @Override
    public long credits() {
        return tenant.credits();
    }

    @Override
    public long used() {
        return tenant.used();
    }

    @Override
    public long recent() {
        return use.sum(now);
    }

    @Override
    public int inFlight() {
        return inFlight;
    }

    @Override
    public int waiting() {
        return waiting;
    }

    @Override
    public long waited() {
        return now - oldest;
    }

    @Override
    public int sessions() {
        return flows;
    }

    /** Returns 0: devices do not know the holdings of VMs, and schedule rules cannot name them. */
    @Override
    public long held(int resource) {
        return 0;
    }
}
