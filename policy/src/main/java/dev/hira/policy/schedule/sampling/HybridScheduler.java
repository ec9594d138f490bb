package dev.hira.policy.schedule.sampling;

import dev.hira.policy.schedule.AccountsForGuests;
import dev.hira.policy.schedule.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The hybrid of the two hierarchies, which its authors proposed and nobody built: accounts are kept
 * centrally and shown to the guest, whose own policy orders its tasks.
 *
 * <p>Algorithm: {@link Engagement} over VMs, weighted by share. Of the VM whose turn it is, the
 * flow goes whose {@link Flow#rank} is the lowest, as the guest says; among equals the one that
 * began to wait first. {@link #ahead} is what the guest sees of the accounts. A guest that ranks
 * badly starves its own flows and nobody else's.
 *
 * <p>Parameters: those of {@link DisengagedFairScheduler}. Choices: those of {@link Engagement} and
 * {@link ShareWeights}.
 */
public final class HybridScheduler extends EngagedScheduler implements AccountsForGuests {
    public HybridScheduler(SamplingSettings settings) {
        super("hybrid", settings, new ShareWeights());
    }

    @Override
    @Nullable String key(Flow flow) {
        return flow.tenant().name();
    }

    @Override
    public long ahead(Flow flow) {
        return engagement.ahead(unitOf(flow));
    }

    @Override
    public @Nullable Flow pick(Eligible eligible, long now) {
        Flow first = super.pick(eligible, now);
        return first == null ? null : lowestOfItsVm(first, eligible);
    }

    private Flow lowestOfItsVm(Flow first, Eligible eligible) {
        Sampled vm = unitOf(first);
        Flow best = first;
        for (int i = 0; i < eligible.size(); i++) {
            Flow flow = eligible.get(i);
            if (unitOf(flow).equals(vm) && flow.rank() < best.rank()) {
                best = flow;
            }
        }
        return best;
    }
}
