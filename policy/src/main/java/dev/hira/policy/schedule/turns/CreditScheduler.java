package dev.hira.policy.schedule.turns;

import dev.hira.policy.schedule.Tenant;

/**
 * XenoCredit of GViM (Gupta et al., HPCVirt 2009): round robin with periods proportional to the
 * VMs' credits.
 *
 * <p>Algorithm: as {@link RoundRobinScheduler}, with its three rules, but the ticks of a turn are
 * the VM's credits in proportion to those of the VM with the least: credits 1024/512/256/512 give
 * 4/2/1/2 ticks. Credits are read anew for each turn.
 *
 * <p>Parameters: {@code tick} 30 ms, {@code linger} 1 ms, {@code scan} 1 s, {@code most} 64 ticks.
 * Choices: a VM that has been quiet for one scan does not count for the least; ticks are rounded to
 * the nearest, at least 1 and at most {@code most}.
 */
final class CreditScheduler extends CreditTurnScheduler<TurnAccount> {
    CreditScheduler(CreditSettings settings) {
        super("credit", TurnAccount.class, settings);
    }

    @Override
    public TurnAccount newcomer(Tenant tenant, long serial, long now) {
        return new TurnAccount(tenant, serial, now);
    }
}
