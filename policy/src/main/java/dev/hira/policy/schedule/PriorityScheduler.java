package dev.hira.policy.schedule;

import org.jspecify.annotations.Nullable;

/**
 * Strict priority: the oldest discipline of operating systems, for operators who want one VM to go
 * before another at any cost to the other.
 *
 * <p>Algorithm: of the waiting VMs, one with the highest {@link Tenant#priority} goes; ties go to
 * the flow that began to wait first. A VM of low priority starves as long as one of a higher
 * priority has work; kernels are not preempted, so the higher one waits at most for the work at the
 * device.
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
