package dev.hira.policy.schedule.fair;

import dev.hira.policy.schedule.Flow;
import dev.hira.policy.schedule.Scheduler.Eligible;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The VMs that could go next, each with the flow that it would send. Reused. */
final class Candidates {
    private final List<FairVm> vms = new ArrayList<>();
    private @Nullable FairVm overdue;
    private long time;

    int size() {
        return vms.size();
    }

    /**
     * Looks at those that wait and may go.
     *
     * @param virtual the virtual time of the VMs
     */
    void sift(Eligible eligible, long virtual, long now) {
        for (int i = 0; i < vms.size(); i++) {
            vms.get(i).candidate = null;
        }
        vms.clear();
        time = virtual;
        overdue = null;
        for (int i = 0; i < eligible.size(); i++) {
            FairFlow flow = (FairFlow) Objects.requireNonNull(eligible.get(i).note());
            FairVm vm = flow.vm;
            FairFlow other = vm.candidate;
            if (other == null) {
                vms.add(vm);
                vm.candidate = flow;
                vm.reserve.refill(flow.flow.tenant().reservation(), now);
                noteOverdue(vm);
            } else if (flow.precedes(other)) {
                vm.candidate = flow;
            }
        }
    }

    /** Who is furthest behind its reservation; null when nobody is. */
    @Nullable FairVm mostOverdue() {
        return overdue;
    }

    private void noteOverdue(FairVm vm) {
        FairVm most = overdue;
        if (vm.reserve.isDue() && (most == null || vm.reserve.overdue() > most.reserve.overdue())) {
            overdue = vm;
        }
    }

    /** Who goes first by virtual time. */
    FairVm first() {
        FairVm best = vms.getFirst();
        best.finish = best.after(head(best).head());
        for (int i = 1; i < vms.size(); i++) {
            FairVm vm = vms.get(i);
            vm.finish = vm.after(head(vm).head());
            if (precedes(vm, best)) {
                best = vm;
            }
        }
        return best;
    }

    /** Whether a VM that has nothing waiting would go first with such a command as its latest. */
    boolean wouldPrecede(FairVm vm, FairVm best) {
        vm.finish = vm.after(vm.lastEstimate);
        return precedes(vm, best);
    }

    private boolean precedes(FairVm a, FairVm b) {
        boolean owed = a.at() - time <= 0;
        if (owed != b.at() - time <= 0) {
            return owed;
        }
        return owed ? a.finish - b.finish < 0 : a.at() - b.at() < 0;
    }

    /** What a candidate would send. */
    static Flow head(FairVm vm) {
        return Objects.requireNonNull(vm.candidate).flow;
    }
}
