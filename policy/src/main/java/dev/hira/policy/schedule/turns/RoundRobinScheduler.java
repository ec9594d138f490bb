package dev.hira.policy.schedule.turns;

import dev.hira.policy.schedule.Tenant;

/**
 * Round robin of GViM (Gupta et al., HPCVirt 2009): equal periods for all VMs, credits ignored.
 *
 * <p>Algorithm: the VMs have the device in turn, in the order in which they came, each for one
 * tick. GViM's three rules: (1) a VM takes part only from its first request; (2) when its queue
 * holds none it does not get its full period; (3) its queue is looked at again before the device
 * idles, so a VM that is alone goes on. Since turns are counted in time and not in device work, a
 * VM whose kernels outlast its turn gets more.
 *
 * <p>Parameters: {@code tick} 30 ms, {@code linger} 1 ms. Choices: how long an empty queue keeps
 * its turn while others wait (rule 2 says "not its full period"): {@code linger}, so that a guest
 * that waits for each kernel can make use of its turn at all.
 */
final class RoundRobinScheduler extends TurnScheduler<TurnAccount> {
    private final long tick;

    RoundRobinScheduler(TurnSettings settings) {
        super("round-robin", TurnAccount.class, settings.linger());
        this.tick = settings.tick();
    }

    @Override
    public TurnAccount newcomer(Tenant tenant, long serial, long now) {
        return new TurnAccount(tenant, serial, now);
    }

    @Override
    long period(TurnAccount vm, long now) {
        return tick;
    }
}
