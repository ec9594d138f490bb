package dev.hira.policy.schedule.fair;

import dev.hira.policy.schedule.Tenant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The VMs with a reservation that could send a command. */
final class Reservations {
    private final List<FairVm> vms = new ArrayList<>();

    /**
     * Adds or removes a VM.
     *
     * @param sender its tenant when it can send a command; null when it cannot
     */
    void note(FairVm vm, @Nullable Tenant sender) {
        boolean counts = sender != null && sender.reservation() > 0;
        if (counts != vm.isReserved) {
            vm.isReserved = counts;
            if (counts) {
                vms.add(vm);
            } else {
                vms.remove(vm);
            }
        }
    }

    /** Returns the VM that is furthest behind its reservation; null when none is behind. */
    @Nullable FairVm mostOverdue(long now) {
        FairVm most = null;
        for (int i = 0; i < vms.size(); i++) {
            FairVm vm = vms.get(i);
            FairFlow next = vm.next();
            if (next != null) {
                vm.reserve.refill(next.flow.tenant().reservation(), now);
                if (vm.reserve.isDue()
                        && (most == null || vm.reserve.overdue() > most.reserve.overdue())) {
                    most = vm;
                }
            }
        }
        return most;
    }
}
