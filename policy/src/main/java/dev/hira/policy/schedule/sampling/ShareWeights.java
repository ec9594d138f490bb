package dev.hira.policy.schedule.sampling;

import java.util.List;

/**
 * Weights of a hierarchy: {@code w(n) = w(parent) · Σ shares(active children of parent) /
 * share(n)}, 1 for the root. With equal shares this is the published {@code w(parent) ·
 * children(parent)}. A VM's children have equal shares.
 *
 * <p>The sum of the VMs' shares is a factor of all weights, and only their ratios count. A constant
 * takes its place, which keeps what is charged precise when shares are large.
 */
final class ShareWeights implements Engagement.Weights {
    private static final long WHOLE = 1_000_000;

    @Override
    public void weigh(List<Sampled> units) {
        for (int i = 0; i < units.size(); i++) {
            Sampled unit = units.get(i);
            if (unit.active) {
                unit.up = WHOLE * siblings(units, unit);
                unit.down = unit.tenant.share();
            }
        }
    }

    private static long siblings(List<Sampled> units, Sampled unit) {
        long count = 0;
        for (int i = 0; i < units.size(); i++) {
            Sampled other = units.get(i);
            count += other.active && other.tenant.equals(unit.tenant) ? 1 : 0;
        }
        return count;
    }
}
