package dev.hira.policy.schedule.sampling;

import dev.hira.policy.schedule.AccountsForGuests;
import dev.hira.policy.schedule.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The hybrid of the two hierarchies, which its authors proposed but did not build: accounts are
 * kept centrally and shown to the guest, whose own policy orders its tasks.
 *
 * <p>Algorithm: {@link Engagement} over VMs, weighted by share. Within the VM that has the turn,
 * the flow with the lowest {@link Flow#rank}, which the guest sets, goes; ties go to the one that
 * began to wait first. {@link #ahead} is the account that the guest sees. A guest that ranks badly
 * starves only its own flows.
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
