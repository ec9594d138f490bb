package dev.hira.policy.schedule;

import org.jspecify.annotations.Nullable;

/**
 * First come, first served: the baseline of every system of the field (Pegasus calls it None),
 * equivalent to a driver without interposition.
 *
 * <p>Algorithm: the flow that began to wait first goes. No flow starves and none is protected: a
 * VM's share of the device grows with the length of its kernels and the number of its sessions.
 *
 * <p>Parameters: none. Choices: none.
 */
final class FirstComeScheduler extends MemorylessScheduler {
    FirstComeScheduler() {
        super("none");
    }

    @Override
    public @Nullable Flow pick(Eligible eligible, long now) {
        return eligible.get(0);
    }
}
