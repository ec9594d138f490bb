package dev.hira.policy.schedule;

import org.jspecify.annotations.Nullable;

/**
 * Strict priority: the oldest discipline of operating systems, for operators who want one VM to go
 * before another whatever that costs the other.
 *
 * <p>Algorithm: of the VMs that wait, one of the highest {@link Tenant#priority} goes; among equals
 * the flow that began to wait first. A VM of low priority starves for as long as one of a higher
 * has work; kernels are not preempted, so a higher one waits for what is at the device at most.
 *
 * <p>Parameters: none. Choices: none.
 */
final class PriorityScheduler extends MemorylessScheduler {
    PriorityScheduler() {
        super("priority");
    }

    @Override
    public @Nullable Flow pick(Eligible eligible, long now) {
        Flow best = eligible.get(0);
        for (int i = 1; i < eligible.size(); i++) {
            Flow flow = eligible.get(i);
            if (flow.tenant().priority() > best.tenant().priority()) {
                best = flow;
            }
        }
        return best;
    }
}
