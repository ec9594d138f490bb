package dev.hira.router.operator.admin.message;

import dev.hira.policy.model.GrantsState;
import dev.hira.router.operator.control.ShareMeter.Shares;
import dev.hira.router.operator.control.VmOnDevice;
import dev.hira.router.operator.vms.VmTotals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A snapshot of all VMs at one moment, so that a response is consistent.
 *
 * @param special the VMs that an operator paused or evicted
 * @param uses by VM
 */
public record VmCensus(
        GrantsState grants,
        Map<String, VmTotals> totals,
        TreeSet<String> special,
        Map<String, List<VmOnDevice>> uses,
        Shares shares) {
    public static VmCensus of(
            GrantsState grants,
            Map<String, VmTotals> totals,
            TreeSet<String> special,
            List<VmOnDevice> uses,
            Shares shares) {
        Map<String, List<VmOnDevice>> byVm = new HashMap<>();
        uses.forEach(use -> byVm.computeIfAbsent(use.vm(), vm -> new ArrayList<>()).add(use));
        return new VmCensus(grants, totals, special, byVm, shares);
    }

    /** Returns their names, sorted. */
    public TreeSet<String> names() {
        TreeSet<String> names = new TreeSet<>(totals.keySet());
        names.addAll(special);
        names.addAll(grants.members().keySet());
        names.addAll(grants.own().keySet());
        return names;
    }

    /** Whether a VM is known at all. */
    public boolean knows(String vm) {
        return totals.containsKey(vm)
                || special.contains(vm)
                || grants.members().containsKey(vm)
                || grants.own().containsKey(vm);
    }

    public VmTotals totals(String vm) {
        VmTotals known = totals.get(vm);
        return known == null ? new VmTotals() : known;
    }

    List<VmOnDevice> uses(String vm) {
        return uses.getOrDefault(vm, List.of());
    }
}
