package dev.hira.policy.schedule;

/**
 * AccCredit of Pegasus (Gupta et al., USENIX ATC 2011): turns in proportion to the accelerator
 * credits that an operator gives a VM.
 *
 * <p>Algorithm: {@link PegasusScheduler}'s circle, X = {@link Tenant#credits}. Published: credits
 * 256/512/1024/256 give the third VM 2.4 times what it has without a scheduler.
 *
 * <p>Parameters: {@code tick} 30 ms, {@code linger} 1 ms, {@code scan} 1 s, {@code most} 64 ticks.
 * Choices: see {@link PegasusScheduler} and {@link CreditScheduler}.
 */
final class AccCreditScheduler extends PegasusScheduler<TurnNote> {
    AccCreditScheduler(CreditSettings settings) {
        super("acc-credit", TurnNote.class, settings);
    }

    @Override
    TurnNote newcomer(Tenant tenant, long serial, long now) {
        return new TurnNote(tenant, serial, now);
    }
}
