package dev.hira.lab.world;

import dev.hira.policy.schedule.HostSchedule;
import dev.hira.policy.schedule.Tenant;

/**
 * A simulated host's CPU schedule: each VM has as many CPU credits as accelerator credits. The CPU
 * scheduler runs VMs in periods by turns; a VM runs in as many of {@link #PERIODS} as its credits
 * are a part of the largest credits.
 */
final class HostGrants implements HostSchedule {
    /** The accounting period of Xen's credit scheduler. */
    static final long PERIOD = 30_000_000;

    private static final int PERIODS = 4;
    private static final long MOST_CREDITS = 1024;

    @Override
    public long credits(Tenant vm) {
        return Math.max(1, vm.credits());
    }

    @Override
    public long remaining(Tenant vm, long now) {
        long into = Math.floorMod(now, PERIOD);
        return credits(vm) * (PERIOD - into) / PERIOD;
    }

    @Override
    public boolean runs(Tenant vm, long now) {
        long period = Math.floorDiv(now, PERIOD) + Math.floorMod(vm.name().hashCode(), PERIODS);
        long due = Math.max(1, PERIODS * Math.min(credits(vm), MOST_CREDITS) / MOST_CREDITS);
        return Math.floorMod(period, PERIODS) < due;
    }
}
