package dev.hira.policy.schedule.turns;

import dev.hira.policy.schedule.Tenant;

/**
 * Round robin of GViM (Gupta et al., HPCVirt 2009): equal periods for all VMs, credits ignored.
 *
 * <p>Algorithm: the VMs have the device in turn, in their order of arrival, each for one tick.
 * GViM's three rules: (1) a VM takes part only from its first request; (2) a VM with an empty queue
 * does not get its full period; (3) the queue is examined again before the device idles, so a lone
 * VM goes on. Since turns are counted in time and not in device work, a VM with kernels that
 * outlast its turn gets more.
 *
 * <p>Parameters: {@code tick} 30 ms, {@code linger} 1 ms. Choices: rule 2 says "not its full
 * period"; here an empty queue keeps its turn for {@code linger} while others wait, so that a guest
 * that waits for each kernel can use its turn at all.
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
