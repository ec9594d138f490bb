package dev.hira.policy.schedule.turns;

import dev.hira.policy.schedule.HostSchedule;
import dev.hira.policy.schedule.Tenant;

/**
 * XenoCredit of Pegasus (Gupta et al., USENIX ATC 2011): turns in proportion to a VM's credits at
 * the host's CPU scheduler, so one number set by an operator applies to the CPU and the
 * accelerator.
 *
 * <p>Algorithm: {@link PegasusScheduler}'s circle, X = {@link HostSchedule#credits}.
 *
 * <p>Parameters: {@code tick} 30 ms, {@code linger} 1 ms, {@code scan} 1 s, {@code most} 64 ticks.
 * Choices: see {@link PegasusScheduler} and {@link CreditScheduler}.
 */
final class XenoCreditScheduler extends PegasusScheduler<TurnAccount> {
    private final HostSchedule host;

    XenoCreditScheduler(CreditSettings settings, HostSchedule host) {
        super("xeno-credit", TurnAccount.class, settings);
        this.host = host;
    }

    @Override
    public TurnAccount newcomer(Tenant tenant, long serial, long now) {
        return new TurnAccount(tenant, serial, now);
    }

    @Override
    long credits(TurnAccount vm) {
        return Math.max(1, host.credits(vm.tenant));
    }
}
