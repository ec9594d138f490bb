package dev.hira.policy.schedule.turns;

import dev.hira.policy.schedule.HostSchedule;
import dev.hira.policy.schedule.Tenant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * CoSched of Pegasus (Gupta et al., USENIX ATC 2011): the accelerator follows the CPU, so that a VM
 * has both at the same time and its latency is not the sum of two queues.
 *
 * <p>Algorithm: for each tick, of the VMs that the CPU scheduler runs in the coming period and that
 * have something waiting, the one with the highest CPU credit; when there is none, the one with the
 * highest credit of all that wait. A VM of few credits may starve while others of more run and
 * want; {@link AugmentedCreditScheduler} mends that.
 *
 * <p>Parameters: {@code tick} 30 ms, {@code linger} 1 ms. Choices: among equal credits the next in
 * the circle goes, so that equals share.
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
