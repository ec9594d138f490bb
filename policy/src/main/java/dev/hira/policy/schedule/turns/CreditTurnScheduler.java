package dev.hira.policy.schedule.turns;

import java.util.List;

/**
 * Turns in proportion to credits, as GViM and Pegasus compute them: {@code ticks = X / Xmin},
 * rounded to the nearest and at least 1, where Xmin is the least X of the VMs that take part.
 * Credits are read when a turn begins, so changes count from the next turn on.
 */
abstract class CreditTurnScheduler<V extends TurnAccount> extends TurnScheduler<V> {
    final CreditSettings settings;

    CreditTurnScheduler(String name, Class<V> type, CreditSettings settings) {
        super(name, type, settings.turns().linger());
        this.settings = settings;
    }

    /** Returns the VM's credits, at least 1. */
    long credits(V vm) {
        return Math.max(1, vm.tenant.credits());
    }

    long ticks(V vm, long now) {
        long least = leastCredits(credits(vm), now);
        long ticks = Math.round((double) credits(vm) / least);
        return Math.clamp(ticks, 1, settings.most());
    }

    @Override
    final long period(V vm, long now) {
        return ticks(vm, now) * settings.turns().tick();
    }

    private long leastCredits(long own, long now) {
        long least = own;
        List<V> vms = present();
        for (int i = 0; i < vms.size(); i++) {
            V vm = vms.get(i);
            if (takesPart(vm, now)) {
                least = Math.min(least, credits(vm));
            }
        }
        return least;
    }

    private boolean takesPart(V vm, long now) {
        return vm.waiting > 0
                || vm.inFlight > 0
                || (vm.turns > 0 && now - vm.quietSince < settings.scan());
    }
}
