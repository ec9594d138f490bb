package dev.hira.policy.schedule.turns;

import dev.hira.policy.schedule.Tenant;

/**
 * AccCredit of Pegasus (Gupta et al., USENIX ATC 2011): turns in proportion to the accelerator
 * credits that an operator gives a VM.
 *
 * <p>Algorithm: {@link PegasusScheduler}'s circle, X = {@link Tenant#credits}. Published: credits
 * 256/512/1024/256 give the third VM 2.4 times its device time without a scheduler.
 *
 * <p>Parameters: {@code tick} 30 ms, {@code linger} 1 ms, {@code scan} 1 s, {@code most} 64 ticks.
 * Choices: see {@link PegasusScheduler} and {@link CreditScheduler}.
 */
final class AccCreditScheduler extends PegasusScheduler<TurnAccount> {
    AccCreditScheduler(CreditSettings settings) {
        super("acc-credit", TurnAccount.class, settings);
    }

    @Override
    public TurnAccount newcomer(Tenant tenant, long serial, long now) {
        return new TurnAccount(tenant, serial, now);
    }
}
