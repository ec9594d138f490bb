package dev.hira.policy.schedule.sampling;

import dev.hira.policy.schedule.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Disengaged fair queuing of NEON (Menychtas et al., ASPLOS 2014): fairness among tasks at almost
 * no cost, since calls are observed only while sampling.
 *
 * <p>Algorithm: {@link Engagement}, all tasks equal regardless of their VM. The runtime of a task
 * does not depend on the length of its competitor's kernels (published: 100 µs to 4 ms). This
 * implementation accepts the published limits: a VM with more tasks gets more ({@link
 * TwoLevelScheduler} mends that), a task with kernels that are short only in samples deceives it,
 * and a task that ends takes its debt with it.
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
