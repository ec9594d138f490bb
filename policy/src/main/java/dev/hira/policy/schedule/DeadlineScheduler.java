package dev.hira.policy.schedule;

import org.jspecify.annotations.Nullable;

/**
 * Earliest deadline first (Liu and Layland 1973). On one device it meets all deadlines whenever any
 * order does, except for the length of the running kernel, since kernels are not preempted.
 *
 * <p>Algorithm: the flow with the earliest deadline goes first; ties, and flows without a deadline,
 * go in the order in which they began to wait. Commands without a deadline starve while others have
 * one.
 *
 * <p>Parameters: none. Choices: a deadline that has passed still counts, so late work is done soon
 * instead of never.
 */
final class DeadlineScheduler extends MemorylessScheduler {
    DeadlineScheduler() {
        super("deadline");
    }

    @Override
    public @Nullable Flow pick(Eligible eligible, long now) {
        Flow best = eligible.get(0);
        for (int i = 1; i < eligible.size(); i++) {
            Flow flow = eligible.get(i);
            if (isEarlier(flow.deadline(), best.deadline())) {
                best = flow;
            }
        }
        return best;
    }

    private static boolean isEarlier(long a, long b) {
        return a != Long.MAX_VALUE && (b == Long.MAX_VALUE || a - b < 0);
    }
}
