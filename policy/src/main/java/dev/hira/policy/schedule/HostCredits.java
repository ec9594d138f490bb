package dev.hira.policy.schedule;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The CPU schedule of a host that tells nothing: credits as an operator set them, and every VM
 * taken to run all the time. Safe for use by any number of threads.
 */
public final class HostCredits implements HostSchedule {
    private final Map<String, Long> credits = new ConcurrentHashMap<>();

    /** Has a VM's CPU credits changed. */
    public void set(String vm, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(
                    "CPU credits are at least 1, not " + value + " as asked for the VM " + vm);
        }
        credits.put(vm, value);
    }

    /** Has a VM get {@link HostSchedule#DEFAULT_CREDITS} again. */
    public void reset(String vm) {
        credits.remove(vm);
    }

    @Override
    public long credits(Tenant vm) {
        Long own = credits.get(vm.name());
        return own == null ? DEFAULT_CREDITS : own;
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
