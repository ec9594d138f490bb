package dev.hira.policy.schedule;

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
final class CoScheduler extends TurnScheduler<TurnNote> {
    private final long tick;
    private final HostSchedule host;

    CoScheduler(TurnSettings settings, HostSchedule host) {
        super("co-sched", TurnNote.class, settings.linger());
        this.tick = settings.tick();
        this.host = host;
    }

    @Override
    TurnNote newcomer(Tenant tenant, long serial, long now) {
        return new TurnNote(tenant, serial, now);
    }

    @Override
    long period(TurnNote vm, long now) {
        return tick;
    }

    @Override
    @Nullable TurnNote next(Eligible eligible, long now) {
        TurnNote best = of(eligible.get(0));
        List<TurnNote> vms = present();
        for (int i = 0; i < vms.size(); i++) {
            TurnNote vm = vms.get(i);
            if (isCandidate(vm, eligible) && isBetter(vm, best, now)) {
                best = vm;
            }
        }
        return best;
    }

    private boolean isBetter(TurnNote a, TurnNote b, long now) {
        boolean runs = host.runs(a.tenant, now);
        if (runs != host.runs(b.tenant, now)) {
            return runs;
        }
        int order = Long.compare(host.credits(a.tenant), host.credits(b.tenant));
        return order != 0 ? order > 0 : isEarlier(a, b);
    }
}
