package dev.hira.policy.schedule;

import org.jspecify.annotations.Nullable;

/**
 * First come, first served: what every system of the field compares itself with (Pegasus calls it
 * None), a driver without interposition.
 *
 * <p>Algorithm: the flow that began to wait first goes. Nobody starves, and nobody is protected: a
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
