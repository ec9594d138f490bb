package dev.hira.policy.schedule.sampling;

import dev.hira.policy.schedule.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Hierarchical shares under one central scheduler: the VM first, then the tasks inside it, so that
 * more tasks in one VM gain nothing.
 *
 * <p>Algorithm: {@link Engagement} over tasks, whose measured time counts by weight: {@code w(n) =
 * w(parent) · children(parent)}, 1 for the root. A guest may name its tasks; one that lies about
 * them harms only itself, since its tasks share what the VM has.
 *
 * <p>Parameters: those of {@link DisengagedFairScheduler}. Choices: only active siblings count;
 * where VMs have different shares, {@code children} is the sum of the active VMs' shares divided by
 * the VM's own ({@link ShareWeights}).
 */
public final class TwoLevelScheduler extends EngagedScheduler {
    public TwoLevelScheduler(SamplingSettings settings) {
        super("two-level", settings, new ShareWeights());
    }

    @Override
    @Nullable String key(Flow flow) {
        return taskKey(flow);
    }
}
