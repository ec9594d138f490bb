package dev.hira.policy.schedule.turns;

/**
 * The circle of Pegasus' credit schemes (Gupta et al., USENIX ATC 2011): accelerator VCPUs sorted
 * by credit, the highest first, each scheduled for a period that covers many calls.
 *
 * <p>As published, a new VCPU gets one tick for its first turn; later turns have {@code Tm = X /
 * Xmin} ticks. Choices: Xmin is that of this device's queue; ticks are rounded to the nearest and
 * at least 1; the cursor goes round over the sorted list.
 */
abstract class PegasusScheduler<V extends TurnAccount> extends CreditTurnScheduler<V> {
    PegasusScheduler(String name, Class<V> type, CreditSettings settings) {
        super(name, type, settings);
    }

    @Override
    final long rank(V vm) {
        return -credits(vm);
    }

    @Override
    long ticks(V vm, long now) {
        return vm.turns == 0 ? 1 : super.ticks(vm, now);
    }
}
