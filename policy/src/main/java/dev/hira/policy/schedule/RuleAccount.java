package dev.hira.policy.schedule;

import dev.hira.policy.rules.VmCounters;
import java.util.ArrayList;
import java.util.List;

/** A VM at one device, as rules see it. */
final class RuleAccount extends VmAccount implements VmCounters {
    private static final long WINDOW = 500_000_000;

    final UsageWindow use = new UsageWindow(WINDOW);
    boolean stale = true;
    long evaluatedAt;
    double priority;
    long seen;
    private final List<Flow> waitingFlows = new ArrayList<>();
    private long now;

    RuleAccount(Tenant tenant, long serial, long now) {
        super(tenant, serial, now);
    }

    /** Sets the time for which rules read the VM. */
    void look(long at) {
        now = at;
    }

    void beginsToWait(Flow flow) {
        waitingFlows.add(flow);
        stale = true;
    }

    void waitsNoLonger(Flow flow) {
        waitingFlows.remove(flow);
        stale = true;
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
        long longest = 0;
        for (int i = 0; i < waitingFlows.size(); i++) {
            longest = Math.max(longest, now - waitingFlows.get(i).waitingSince());
        }
        return longest;
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
