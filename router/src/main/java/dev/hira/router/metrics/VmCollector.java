package dev.hira.router.metrics;

import dev.hira.policy.model.GrantsState;
import dev.hira.router.books.VmLedger;
import dev.hira.router.operator.control.PolicyControl;
import dev.hira.router.operator.control.VmOnDevice;
import dev.hira.router.operator.vms.VmTotals;
import dev.hira.router.session.RouterServices;
import dev.hira.serving.metrics.VmLabels;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Collects the metrics of each VM on each device from the sessions' own counters at each scrape.
 * Commands pay nothing for it.
 */
public final class VmCollector implements MultiCollector {
    private static final long LINGER_NANOS = 300_000_000_000L;

    private final RouterServices services;
    private final PolicyControl control;
    private final VmLabels labels;

    /**
     * @param mostVms number of VMs with names of their own; the others are counted together
     */
    public VmCollector(RouterServices services, PolicyControl control, int mostVms) {
        this.services = services;
        this.control = control;
        this.labels = new VmLabels(mostVms, LINGER_NANOS);
        services.registry()
                .watchOpenings(session ->
                        labels.opened(
                                services.nanoClock().nanoTime(),
                                Objects.requireNonNull(session.facts()).vm()));
    }

    @Override
    public MetricSnapshots collect() {
        List<VmOnDevice> uses = control.uses();
        VmFamilies vms = vms(uses);
        DeviceFamilies devices = new DeviceFamilies();
        services.pool().views().forEach(devices::server);
        control.devices().forEach(devices::use);
        List<MetricSnapshot> all = new ArrayList<>(vms.snapshots());
        all.addAll(devices.snapshots());
        return new MetricSnapshots(all);
    }

    private VmFamilies vms(List<VmOnDevice> uses) {
        Map<String, VmTotals> totals = services.registry().totals();
        SortedSet<String> active = new TreeSet<>();
        totals.forEach((vm, sums) -> {
            if (sums.sessions() > 0) {
                active.add(vm);
            }
        });
        Map<String, String> names =
                labels.update(services.nanoClock().nanoTime(), active, totals.keySet());
        VmFamilies families = new VmFamilies();
        GrantsState grants = control.grants().state();
        names.forEach((vm, name) -> {
            VmTotals sums = totals.getOrDefault(vm, new VmTotals());
            families.paths(name, sums);
            if (active.contains(vm)) {
                families.sessions(name, sums.sessions());
                VmLedger ledger = services.registry().ledger(vm);
                if (ledger != null) {
                    families.holds(name, ledger, services.catalogs().values());
                }
            }
            if (active.contains(vm) && !name.equals(VmLabels.OTHER)) {
                families.grant(vm, grants);
            }
        });
        for (VmOnDevice use : uses) {
            String name = names.get(use.vm());
            if (name != null) {
                families.use(name, use, active.contains(use.vm()));
            }
        }
        return families;
    }
}
