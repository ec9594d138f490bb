package dev.hira.policy.schedule;

/**
 * The CPU schedule of a host that reports nothing: every VM's credits are those of its grant, and
 * every VM counts as running all the time.
 */
public final class HostCredits implements HostSchedule {
    @Override
    public long credits(Tenant vm) {
        return Math.max(1, vm.credits());
    }

    @Override
    public long remaining(Tenant vm, long now) {
        return credits(vm);
    }

    @Override
    public boolean runs(Tenant vm, long now) {
        return true;
    }
}
