package dev.hira.policy.schedule.sampling;

import dev.hira.policy.schedule.Saturating;
import java.util.List;

/**
 * Weights of a hierarchy: {@code w(n) = w(parent) · Σ shares(active children of parent) /
 * share(n)}, 1 for the root. With equal shares this is the published {@code w(parent) ·
 * children(parent)}. A VM's children have equal shares.
 */
final class ShareWeights implements Engagement.Weights {
    @Override
    public void weigh(List<Sampled> units) {
        long shares = 0;
        for (int i = 0; i < units.size(); i++) {
            if (units.get(i).active && isFirstOfItsVm(units, i)) {
                shares = Saturating.add(shares, units.get(i).tenant.share());
            }
        }
        for (int i = 0; i < units.size(); i++) {
            Sampled unit = units.get(i);
            if (!unit.active) {
                continue;
            }
            unit.up = Saturating.multiply(Math.max(1, shares), siblings(units, unit));
            unit.down = Math.max(1, unit.tenant.share());
        }
    }

    private static boolean isFirstOfItsVm(List<Sampled> units, int place) {
        for (int i = 0; i < place; i++) {
            if (units.get(i).active && units.get(i).tenant.equals(units.get(place).tenant)) {
                return false;
            }
        }
        return true;
    }

    private static long siblings(List<Sampled> units, Sampled unit) {
        long count = 0;
        for (int i = 0; i < units.size(); i++) {
            Sampled other = units.get(i);
            count += other.active && other.tenant.equals(unit.tenant) ? 1 : 0;
        }
        return Math.max(1, count);
    }
}
