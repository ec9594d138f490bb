package dev.hira.policy.schedule;

import java.util.HashMap;
import java.util.Map;

/**
 * A simulated host with a CPU that runs the VMs vm0, vm1 … in turn, each for one period. With 0 VMs
 * it runs none.
 */
public final class SimHost implements HostSchedule {
    public final Map<String, Long> credits = new HashMap<>();
    private final long period;
    private final int vms;

    public SimHost(long period, int vms) {
        this.period = period;
        this.vms = vms;
    }

    public int running(long now) {
        return vms == 0 ? -1 : (int) (now / period % vms);
    }

    @Override
    public long credits(Tenant vm) {
        return credits.getOrDefault(vm.name(), DEFAULT_CREDITS);
    }

    @Override
    public long remaining(Tenant vm, long now) {
        return credits(vm) * (period - now % period) / period;
    }

    @Override
    public boolean runs(Tenant vm, long now) {
        return vm.name().equals("vm" + running(now));
    }
}
