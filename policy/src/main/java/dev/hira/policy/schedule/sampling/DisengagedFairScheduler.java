package dev.hira.policy.schedule.sampling;

import dev.hira.policy.schedule.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Disengaged fair queuing of NEON (Menychtas et al., ASPLOS 2014): fairness among tasks at almost
 * the cost of none, since calls are looked at only while sampling.
 *
 * <p>Algorithm: {@link Engagement}, all tasks equal, whatever VM they belong to. The runtime of a
 * task is flat in the length of its competitor's kernels (published: 100 µs to 4 ms). What the
 * publication accepts is accepted here: a VM with more tasks has more ({@link TwoLevelScheduler}
 * mends that), a task whose kernels are short in samples only deceives it, and a task that ends
 * takes its debt with it.
 *
 * <p>Parameters: {@code sample} 5 ms, {@code freerun} 25 ms (10/50 ms for long kernels), {@code
 * enough} 32 kernels, {@code threshold} one free run, {@code linger} a fifth of a sample. Choices:
 * sessions that name the same task are one; a session without a task is one itself; see {@link
 * Engagement}.
 */
public final class DisengagedFairScheduler extends EngagedScheduler {
    public DisengagedFairScheduler(SamplingSettings settings) {
        super("disengaged-fair", settings, Engagement.Weights.EQUAL);
    }

    @Override
    @Nullable String key(Flow flow) {
        return taskKey(flow);
    }
}
