package dev.hira.policy.schedule.turns;

import dev.hira.policy.schedule.HostSchedule;
import dev.hira.policy.schedule.Tenant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * CoSched of Pegasus (Gupta et al., USENIX ATC 2011): the accelerator follows the CPU, so that a VM
 * has both at the same time and its latency is not the sum of two queues.
 *
 * <p>Algorithm: each tick goes to the VM with the highest CPU credit among the VMs that the CPU
 * scheduler runs in the coming period and that have waiting work; if there is none, to the waiting
 * VM with the highest credit. A VM of few credits may starve while VMs of more credits run and have
 * work; {@link AugmentedCreditScheduler} mends that.
 *
 * <p>Parameters: {@code tick} 30 ms, {@code linger} 1 ms. Choices: ties go to the next VM in the
 * circle, so VMs with equal credits share.
 */
final class CoScheduler extends TurnScheduler<TurnAccount> {
    private final long tick;
    private final HostSchedule host;

    CoScheduler(TurnSettings settings, HostSchedule host) {
        super("co-sched", TurnAccount.class, settings.linger());
        this.tick = settings.tick();
        this.host = host;
    }

    @Override
    public TurnAccount newcomer(Tenant tenant, long serial, long now) {
        return new TurnAccount(tenant, serial, now);
    }

    @Override
    long period(TurnAccount vm, long now) {
        return tick;
    }

    @Override
    @Nullable TurnAccount next(Eligible eligible, long now) {
        TurnAccount best = of(eligible.get(0));
        List<TurnAccount> vms = present();
        for (int i = 0; i < vms.size(); i++) {
            TurnAccount vm = vms.get(i);
            if (isCandidate(vm, eligible) && isBetter(vm, best, now)) {
                best = vm;
            }
        }
        return best;
    }

    private boolean isBetter(TurnAccount a, TurnAccount b, long now) {
        boolean runs = host.runs(a.tenant, now);
        if (runs != host.runs(b.tenant, now)) {
            return runs;
        }
        int order = Long.compare(host.credits(a.tenant), host.credits(b.tenant));
        return order != 0 ? order > 0 : isEarlier(a, b);
    }
}
